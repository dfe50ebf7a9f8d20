/** Bytes that have a meaning in the HTML standard's tokenizer. */
export const byte = {
  tab: 9,
  lineFeed: 10,
  formFeed: 12,
  carriageReturn: 13,
  space: 32,
  bang: 33,
  doubleQuote: 34,
  ampersand: 38,
  singleQuote: 39,
  dash: 45,
  slash: 47,
  less: 60,
  equals: 61,
  greater: 62,
  question: 63,
} as const

export const isBlank = (one: number | undefined): boolean =>
  one === byte.space ||
  one === byte.lineFeed ||
  one === byte.tab ||
  one === byte.carriageReturn ||
  one === byte.formFeed

export const isLetter = (one: number | undefined): boolean =>
  one !== undefined && (one | 32) >= 97 && (one | 32) <= 122

/** Whether a byte ends the name of a tag or of an attribute. */
export const endsName = (one: number): boolean =>
  one <= byte.greater && (one === byte.greater || one === byte.slash || isBlank(one))

const characters = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))

/** Bytes as text, one character for each byte: exact for ASCII. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += characters[bytes[at] as number]
  return text
}

/** The inverse of `textOf`. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** How many bytes are searched here before the platform's search is called: tags and values are mostly shorter. */
const nearBytes = 24

/** The position of the next such byte, or -1. */
export function indexOfByte(bytes: Uint8Array, wanted: number, from: number): number {
  const near = Math.min(from + nearBytes, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === wanted) return at
  return near === bytes.length ? -1 : bytes.indexOf(wanted, near)
}

/** Converts ASCII letters to lower case. */
export const lowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** A byte in lower case. */
export const lowerByte = (one: number): number => (one >= 65 && one <= 90 ? one | 32 : one)

/** Whether the bytes at a position are this ASCII word, in any case. `undefined` if they end too early to say. */
export function isWordAt(bytes: Uint8Array, at: number, word: string): boolean | undefined {
  const { length } = bytes
  for (let place = 0; place < word.length; place++) {
    if (at + place >= length) return undefined
    if (lowerByte(bytes[at + place] as number) !== word.charCodeAt(place)) return false
  }
  return true
}
