import { distance } from 'fastest-levenshtein'

/** The longest that each field may be, in characters. */
export const maxLengths = {
  email: 254,
  name: 120,
  company: 120,
  role: 150,
  industry: 100,
  linkedin: 300,
  domain: 253,
  description: 500,
  profile: 1200,
} as const

const invisible = /[\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu

/** A text from outside as one line, cut after a word with `…`. Undefined where nothing is left, or where it is no string. */
export function cleanText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 20 * maxLength)
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? undefined : cut(text, maxLength)
}

/** Cleans each text. Empty ones are left out, so that a later source can fill them. */
export function cleanFacts<T extends Partial<Record<keyof typeof maxLengths, unknown>>>(facts: T): T {
  const cleaned = Object.entries(facts).map(
    ([field, value]) => [field, cleanText(value, maxLengths[field as keyof typeof maxLengths])] as const,
  )
  return Object.fromEntries(cleaned.filter(([, value]) => value !== undefined)) as T
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const kept = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  const atWord = kept.slice(0, Math.max(0, kept.lastIndexOf(' ')))
  return `${atWord.length > maxLength / 2 ? atWord : kept}…`
}

/** `jane` and `JANE` as `Jane`; a word in mixed case is left alone. */
export function capitalize(word: string): string {
  const lower = word.toLowerCase()
  if (word !== lower && word !== word.toUpperCase()) return word
  return lower.replace(/^./u, (first) => first.toUpperCase())
}

/** The text without control characters other than line breaks and tabs, and without lone surrogates. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')
}

/** A text to be compared with another: case and blanks aside. */
export function comparable(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

const longestSearch = 200

/** The words of a search, in lower case: letters and digits. */
export function searchWords(search: string): string[] {
  const text = search.slice(0, longestSearch).toLowerCase()
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** A number with what it counts: `1 line`, `2,000 lines`. Of several: its own plural, or the word with an `s`. */
export function countOf(value: number, one: string, several = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : several}`
}

/** A rounded number with thousands separators. */
export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** The candidate that was probably meant: at most a third of its letters differ. */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  // What is far longer differs anyway.
  const near = [...candidates].filter(({ length }) => given.length < 2 * length + 2)
  const changes = (candidate: string) => distance(given.toLowerCase(), candidate.toLowerCase())
  const [best] = near.sort((one, other) => changes(one) - changes(other))
  const longest = Math.max(given.length, best?.length ?? 0)
  return best && changes(best) <= Math.max(1, Math.floor(longest / 3)) ? best : undefined
}

/** `; did you mean "…"?`, or the list of candidates where none is similar. */
export function didYouMean(given: string, candidates: readonly string[]): string {
  const meant = nearest(given, candidates)
  return meant === undefined ? `; it can be ${joinWithOr(candidates)}` : `; did you mean "${meant}"?`
}

const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** `a, b or c`. */
export function joinWithOr(words: readonly string[]): string {
  return disjunction.format(words)
}
