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

/** Halves of surrogate pairs, what has no width, and what turns the direction of the text around it. */
const invisible = /[\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu

/**
 * A text from outside as one line: without control characters, single-spaced, cut at a word's end with `…` where it is
 * longer than `maxLength`. Undefined where nothing is left, or where it is no text.
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

/** Facts with each text cleaned. What comes to nothing is left out: it must not stand in the way of a later source. */
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

/** `jane` and `JANE` as `Jane`; what has both cases already is left alone. */
export function capitalize(word: string): string {
  if (word !== word.toLowerCase() && word !== word.toUpperCase()) return word
  const lower = word.toLowerCase()
  const [first = '', ...rest] = lower
  return first.toUpperCase() + rest.join('')
}

/** Without control characters other than line ends and tabs, and without halves of characters. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')
}
