import type { Localised } from '../../wire/editor.ts'

/** The text for a language; empty if there is none. */
export function localText(text: Localised | undefined, language: string): string {
  if (text === undefined || typeof text === 'string') return text ?? ''
  return text[keyFor(text, language)] ?? ''
}

/**
 * The value of a field in which one language gets another text. Every language of the template then has an entry, as the checker
 * requires: languages without one get the text that they were shown, or an empty one, for which the page keeps its own.
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

/** The key of a language's text: `de-AT` falls back to `de`. Whoever writes a template may write `DE`. */
function keyFor(text: Record<string, string>, language: string): string {
  const keys = new Map(Object.keys(text).map((key) => [key.toLowerCase(), key]))
  for (let tag = language.toLowerCase(); tag; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const key = keys.get(tag)
    if (key !== undefined) return key
  }
  return language
}
