import { isBlank, textOf } from './ascii.ts'

/** Character references of blanks, which are blanks for a parser. https://html.spec.whatwg.org/#named-character-references */
const reference =
  /^&(?:Tab;|NewLine;|#0*(?:9|10|12|13|32)(?:;|(?=[^\d;]))|#[xX]0*(?:9|[aA]|[cC]|[dD]|20)(?:;|(?=[^\da-fA-F;])))/

/** The beginning of what may become such a reference. */
const beginning = /^&(?:T|Ta|Tab|N|Ne|New|NewL|NewLi|NewLin|NewLine|#|#\d+|#[xX][\da-fA-F]*)?$/

/** The longest reference that is read, in bytes. A longer one, with many zeros, counts as a word. */
const maxLength = 32

/**
 * How many bytes the blank has that is here, written as it is or as a character reference. 0: none is here. `undefined`: the bytes
 * end too early to say.
 */
export function blankBytes(bytes: Uint8Array, at: number, end: number): number | undefined {
  if (isBlank(bytes[at])) return 1
  if (bytes[at] !== 38) return 0
  // What follows the text ends a reference, too.
  const text = textOf(bytes, at, Math.min(at + maxLength, bytes.length))
  const found = reference.exec(text)
  if (found) return found[0].length
  return end === bytes.length && text.length < maxLength && beginning.test(text) ? undefined : 0
}
