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

/** Lone surrogates, zero-width characters and marks that change the direction of text. */
const invisible = /[\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu

/**
 * A text from outside as one line: without control characters, single-spaced, cut after a word with `…` where it is
 * longer than `maxLength`. Undefined where nothing is left, or where it is no string.
 */
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
  if (word !== word.toLowerCase() && word !== word.toUpperCase()) return word
  const lower = word.toLowerCase()
  const [first = '', ...rest] = lower
  return first.toUpperCase() + rest.join('')
}

/** The text without control characters other than line breaks and tabs, and without lone surrogates. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')
}
