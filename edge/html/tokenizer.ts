import { byte, indexOfByte, isWordAt, textOf } from './ascii.ts'
import type { PageFollower } from './follower.ts'
import { type Passage, readPassage } from './passage.ts'
import { isTagAt, TagToken } from './tag.ts'
import { Unsure } from './unsure.ts'

/** The longest tag that is read, in bytes. */
const maxTag = 262_144

/**
 * Finds tags and texts in bytes that arrive piece by piece, https://html.spec.whatwg.org/#tokenization. What may continue
 * after the present bytes is left for the next call.
 */
export class Tokenizer {
  /** The position up to which the page has been read. */
  at = 0
  readonly #handler: PageFollower
  readonly #tag = new TagToken()
  #passage: Passage | undefined
  /** How many bytes there have to be before an unfinished token is read again. */
  #wanted = 0

  constructor(handler: PageFollower) {
    this.#handler = handler
  }

  /** This many bytes at the beginning were passed on: positions count from there. */
  shift(count: number): void {
    this.at -= count
    this.#wanted -= count
    if (this.#passage?.kind === 'comment') this.#passage.openedAt -= count
  }

  /** Continues reading as far as possible, to the end if no more bytes come. Throws `Unsure` for what cannot be followed. */
  read(bytes: Uint8Array, isEnd = false): void {
    if (!isEnd && bytes.length < this.#wanted) return
    while (this.#readNext(bytes));
    const unfinished = this.#passage ? 0 : bytes.length - this.at
    if (unfinished > maxTag) throw new Unsure('a long tag')
    // So a long tag that arrives byte by byte is not read again for each byte.
    if (unfinished > 4096) this.#wanted = bytes.length + unfinished / 4
  }

  /** Reads one token. Returns whether there may be another. */
  #readNext(bytes: Uint8Array): boolean {
    if (this.#passage) return this.#readPassage(bytes, this.#passage)
    const less = indexOfByte(bytes, byte.less, this.at)
    const end = less < 0 ? bytes.length : less
    if (end > this.at) this.#handler.text(bytes, this.at, end)
    this.at = end
    return less >= 0 && this.#readMarkup(bytes, less)
  }

  #readPassage(bytes: Uint8Array, passage: Passage): boolean {
    const { at, isDone } = readPassage(bytes, this.at, passage)
    this.at = at
    if (isDone) this.#passage = undefined
    return isDone
  }

  #readMarkup(bytes: Uint8Array, at: number): boolean {
    if (at + 2 >= bytes.length) return false
    if (isTagAt(bytes, at)) return this.#readTag(bytes, at)
    const next = bytes[at + 1]
    if (next === byte.bang) return this.#readDeclaration(bytes, at)
    if (next === byte.question || next === byte.slash) this.#skip(at + 2, { kind: 'bogus-comment' })
    else {
      this.#handler.text(bytes, at, at + 1)
      this.at = at + 1
    }
    return true
  }

  #readTag(bytes: Uint8Array, at: number): boolean {
    if (!this.#tag.read(bytes, at)) return false
    if (this.#tag.end - at > maxTag) throw new Unsure('a long tag')
    this.at = this.#tag.end
    this.#passage = this.#handler.tag(bytes, this.#tag)
    return true
  }

  #readDeclaration(bytes: Uint8Array, at: number): boolean {
    const isComment = isWordAt(bytes, at, '<!--')
    const isDoctype = isWordAt(bytes, at, '<!doctype')
    const isData = isWordAt(bytes, at, '<![cdata[')
    if (isComment) this.#skip(at + 2, { kind: 'comment', openedAt: at + 4 })
    else if (isDoctype) return this.#readDoctype(bytes, at)
    else if (isComment === undefined || isDoctype === undefined || isData === undefined) return false
    else if (isData && this.#handler.isInForeign !== false) {
      if (!this.#handler.isInForeign || textOf(bytes, at + 3, at + 8) !== 'CDATA') throw new Unsure('cdata')
      this.#skip(at + 9, { kind: 'cdata' })
    } else this.#skip(at + 2, { kind: 'bogus-comment' })
    return true
  }

  #skip(at: number, passage: Passage) {
    this.at = at
    this.#passage = passage
  }

  #readDoctype(bytes: Uint8Array, at: number): boolean {
    const end = bytes.indexOf(byte.greater, at) + 1
    if (end === 0) return false
    this.at = end
    this.#handler.doctype(bytes, at, end)
    return true
  }
}
