import { readEntities } from '../../base/words/html.ts'
import { canonicalLanguage } from '../../base/words/language.ts'
import type { ColumnMeaning } from './titles.ts'

/** Characters without width, and those that PostgreSQL cannot store. */
const invisible = /[\0\u200B\u200E\u200F\u2060\uFEFF]|\p{Cs}/gu

/** What a cell says: its letters in one piece, for HTML entities, as shops and forms export them, what they stand for. */
export function plainCell(cell: string): string {
  const text = cell.replace(/&(#x?[\da-f]+|[a-z]+\d*);/gi, readEntities)
  return text.replace(invisible, '').normalize().trim()
}

/**
 * What programs write for what they do not know: MySQL and PostgreSQL `\N`, Oracle `(null)`, DataGrip `<null>`, DBeaver `[NULL]`,
 * Excel `#N/A`, in German `#NV`, in French `#N/D`, and its pivot tables `(blank)`; LimeSurvey `N/A`, reports of Salesforce `-`.
 */
const nothing = new Set(
  '\\n (null) <null> [null] (blank) (leer) n/a - #n/a #nv #n/d #n/d! #name? #ref! #bezug! #value! #wert! #div/0! #num! #zahl! #null! #error!'.split(
    ' ',
  ),
)
/** What SQL Server, JavaScript, Python and pandas write for it, and what may be a name. */
const names = new Set(['NULL', 'null', 'undefined', 'None', 'nan', 'NaN'])

/** Whether a cell says nothing, in a column of this meaning. */
export type BlankTest = (cell: string, meaning?: ColumnMeaning | 'ignore') => boolean

/** Which cells of a list say nothing, by some of its rows: `NULL` that stands once in them is somebody's name, as in Jennifer Null. */
export function nothingIn(rows: readonly (readonly string[])[]): BlankTest {
  const isRepeated = rows.flat().filter((cell) => names.has(cell.trim())).length > 1
  return (cell, meaning) => {
    const isName = !isRepeated && (meaning === 'firstName' || meaning === 'lastName')
    return nothing.has(cell.trim().toLowerCase()) || (names.has(cell.trim()) && !isName)
  }
}

/** Whether a text looks like an e-mail address. */
export function looksLikeAddress(text: string): boolean {
  const [local, domain, ...more] = text.trim().split('@')
  return more.length === 0 && !!local && !!domain?.includes('.') && !/\s/.test(local + domain)
}

/** What stands around addresses in lists: quotation marks of all kinds, an apostrophe of Excel, and separators behind it. */
const before = ' \t\n\u00a0"\'`“”„‟«»‹›‘’‚‛('
const behind = `${before.slice(0, -1)};,.)`

/** The address that a cell says, without what stands around it: `Jane Doe <jane@acme.example>;`. */
export function addressIn(cell: string): string {
  const plain = within(cell.replace(/\p{Cf}/gu, ''))
  const bracket = plain.indexOf('<')
  const inside = bracket >= 0 && plain.endsWith('>') ? plain.slice(bracket + 1, -1) : plain
  return within(inside.replace(/^mailto:/i, ''))
}

/** Whether a cell has several addresses, as an address book writes them. */
export function hasSeveralAddresses(cell: string): boolean {
  return cell.split(/[\s;,|/]+/).filter((piece) => looksLikeAddress(addressIn(piece))).length > 1
}

function within(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && before.includes(text.charAt(start))) start += 1
  while (end > start && behind.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Languages that a list may call by a name: those with a two-letter code in ISO 639-1 that are common in business. */
const codes =
  'ar bg cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk vi zh'
const longestLanguage = 40
const namesOf = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' })
const spoken = ['en', 'de', 'fr', 'es', 'it'].map(namesOf)
const byName = new Map(
  codes.split(' ').flatMap((code) => {
    const names = [...spoken, namesOf(code)].map((of) => of.of(code)?.toLowerCase() ?? code)
    return [code, ...names].map((name) => [name, code] as const)
  }),
)

/** The language that a cell means by a BCP 47 tag (also `de_DE`) or a name; undefined for anything else. */
export function meantLanguageOf(text: string): string | undefined {
  const given = text.trim()
  if (given === '' || given.length > longestLanguage) return undefined
  const named = byName.get(given.toLowerCase())
  if (named) return named
  return /^[a-z]{2,3}([-_].*)?$/i.test(given) ? canonicalLanguage(given.replaceAll('_', '-')) : undefined
}

/** Whether cells are languages, one of them for sure: `DE` may also be a country, and `it` a department. */
export function areLanguages(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.trim().toLowerCase())
  const isCommon = (text: string) =>
    byName.has(text) || (/^[a-z]{2}([-_][a-z]{2})?$/.test(text) && byName.has(text.slice(0, 2)))
  return texts.every(isCommon) && texts.some((text) => text.length > 2 || text === 'en')
}
