import { isBlank, textOf } from './ascii.ts'

/** A character reference of a blank, or the beginning of one. https://html.spec.whatwg.org/#numeric-character-reference-state */
const reference = /^&#(?:[xX]([\da-fA-F]*)|(\d*))(;?)/

const named = ['&Tab;', '&NewLine;']

/** The longest reference that is read, in bytes. A longer one, with many zeros, counts as a word. */
const maxLength = 32

/**
 * How many bytes the blank has that is here, written as it is or as a character reference. 0: none is here. `undefined`: the bytes
 * end too early to say.
 */
export function blankBytes(bytes: Uint8Array, at: number, end: number): number | undefined {
  if (isBlank(bytes[at])) return 1
  if (bytes[at] !== 38) return 0
  const text = textOf(bytes, at, Math.min(at + maxLength, bytes.length))
  // What follows the text ends a reference, too.
  const isCut = end === bytes.length && text.length < maxLength
  const name = named.find((one) => text.startsWith(one))
  if (name) return name.length
  if (isCut && [...named, '&#'].some((one) => one.startsWith(text))) return undefined
  const [whole = '', hexadecimal, decimal, semicolon] = reference.exec(text) ?? []
  if (isCut && whole === text && !semicolon) return undefined
  const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined
  return code !== undefined && isBlank(code) ? whole.length : 0
}
