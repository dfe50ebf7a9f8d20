import { invalidField } from './errors.ts'

const longestTag = 100

/** The canonical form of a BCP 47 language tag: `EN-us` → `en-US`. Throws `invalid-field` for any other text. */
export function readLanguage(tag: string): string {
  const canonical = tag.length <= longestTag ? canonicalLanguage(tag) : undefined
  if (canonical !== undefined) return canonical
  throw invalidField('language: must be a BCP 47 language tag, such as en or de-AT.')
}

/** The canonical form of a BCP 47 tag (`EN-us` → `en-US`), or undefined where it is none (`de_DE`). */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The one of `offered` that matches `tag` by RFC 4647 look-up: `de-AT` finds `de`; `de` does not find `de-AT`. */
export function lookUpLanguage(offered: Iterable<string>, tag: string): string | undefined {
  const tags = new Set(offered)
  for (let range = tag; range; range = shorter(range)) if (tags.has(range)) return range
  return undefined
}

/** The tag without its last subtag, and without a singleton that would be left at the end. */
function shorter(range: string): string {
  return range.replace(/(-[^-])?-[^-]*$|^[^-]*$/, '')
}

/** Whether the tag's language exists: `en` does, the well-formed `english` does not. */
export function isNamedLanguage(tag: string): boolean {
  return englishNames.of(new Intl.Locale(tag).language) !== undefined
}

/** The English name of a language, such as `Austrian German` for `de-AT`; the tag itself where it has none. */
export function languageName(tag: string): string {
  // `Intl` has no names for extensions, such as `ja-JP-u-ca-japanese`, and throws.
  const { baseName } = new Intl.Locale(tag)
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(baseName) ?? tag
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
