import type { Localised } from '../../wire/editor.ts'

/** What a language's readers get of a text; nothing where it has none for them. */
export function localText(text: Localised | undefined, language: string): string {
  if (text === undefined || typeof text === 'string') return text ?? ''
  return text[keyFor(text, language)] ?? ''
}

/**
 * What the field has to be set to, so that one language says something else. Every language of the template then has a
 * text of its own, as the checker wants it: those that have none yet get what they were shown, or nothing, and the page
 * keeps its own there.
 */
export function withLocalText(
  text: Localised | undefined,
  language: string,
  languages: string[],
  said: string,
): Localised {
  if (languages.length < 2 && (text === undefined || typeof text === 'string')) return said
  if (text !== undefined && typeof text !== 'string') return { [keyFor(text, language)]: said }
  return Object.fromEntries(languages.map((one) => [one, one === language ? said : (text ?? '')]))
}

/** `de-AT` reads what `de` has. */
function keyFor(text: Record<string, string>, language: string): string {
  for (let tag = language; tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-'))))
    if (text[tag] !== undefined) return tag
  return language
}
