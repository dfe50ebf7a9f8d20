import { canonicalLanguage } from '../../base/words/language.ts'

/** Languages that a list may call by a name: those with a two-letter code in ISO 639-1 that are common in business. */
const codes =
  'ar bg cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh'

/**
 * The language of a cell: a BCP 47 tag (also `de_DE`), or a language's name in itself, in English, German,
 * French, Spanish or Italian.
 * Undefined for anything else.
 *
 * @example
 * meantLanguageOf('Deutsch') // 'de'
 */
export function meantLanguageOf(text: string): string | undefined {
  const given = text.trim()
  if (given === '' || given.length > longestName) return undefined
  const named = byName.get(given.toLowerCase())
  if (named) return named
  return /^[a-z]{2,3}([-_].*)?$/i.test(given) ? canonicalLanguage(given.replaceAll('_', '-')) : undefined
}

/**
 * Whether cells are languages and nothing else: each a name or a common code, and one of them sure, because `DE` may also be
 * a country, and `it` a department.
 */
export function areLanguages(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.trim().toLowerCase())
  return texts.length > 0 && texts.every(isCommon) && texts.some(isSure)
}

function isCommon(text: string): boolean {
  return byName.has(text) || (/^[a-z]{2}([-_][a-z]{2})?$/.test(text) && byName.has(text.slice(0, 2)))
}

function isSure(text: string): boolean {
  return text.length > 2 || text === 'en'
}

const longestName = 40

const namesOf = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' })
const spoken = ['en', 'de', 'fr', 'es', 'it'].map(namesOf)

const byName = new Map(
  codes.split(' ').flatMap((code) => {
    const names = [...spoken, namesOf(code)].map((of) => of.of(code)?.toLowerCase() ?? code)
    return [code, ...names].map((name) => [name, code] as const)
  }),
)
