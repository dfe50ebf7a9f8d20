import type { PageRecord } from '../wire/record.ts'
import { byte, isBlank, textOf } from './html/ascii.ts'
import { Tokenizer } from './html/tokenizer.ts'
import { Unsure } from './html/unsure.ts'
import { ByteWindow } from './html/window.ts'
import { PageWriter, type WriterOptions } from './page-writer.ts'

/** In so many bytes at the beginning of a page browsers look for the declaration of its encoding, if no header has it. */
const declarationBytes = 1024

/**
 * Puts a record into a page as its bytes stream by. Everything but the targets stays byte for byte. Once it is no longer certain
 * how a browser builds the tree, the rest of the page stays unchanged, and the tag in the page does what is left.
 */
export class Rewriter {
  readonly #window = new ByteWindow()
  readonly #writer: PageWriter
  readonly #tokenizer: Tokenizer
  #isEncodingKnown: boolean
  #isBegun = false
  /** Whether the first bytes may wait for the declaration of the page's encoding. */
  #mayWait = true
  #isOver = false
  /** Whether the page was left to the browser from some point on. */
  isLeft = false

  /**
   * @param pageUrl the page's own address, which relative URLs are resolved against
   * @param isEncodingKnown whether a header declares the page's encoding. Default: true
   */
  constructor(record: PageRecord, pageUrl: string, options: WriterOptions = {}, isEncodingKnown = true) {
    this.#writer = new PageWriter(record, pageUrl, this.#window, options)
    this.#isEncodingKnown = isEncodingKnown
    this.#tokenizer = new Tokenizer(this.#writer.follower)
  }

  /** Takes the page's next bytes. Returns the bytes that can be passed on by now. Never throws. */
  push(chunk: Uint8Array): Uint8Array {
    this.#window.append(chunk)
    if (!this.#isOver) this.#readOn()
    return this.#giveOut(this.#isOver ? this.#window.bytes.length : this.#writer.heldFrom(this.#tokenizer.at))
  }

  /** What is held back until more bytes come: an object for the first bytes, and one for each target. `undefined` if nothing is held back. */
  get held(): object | undefined {
    if (this.#isOver) return undefined
    const isWaiting = this.#mayWait && !this.#isBegun && this.#window.bytes.length > 0
    return isWaiting ? this.#window : this.#writer.firstHeld
  }

  /** Leaves what is held back to the browser. Returns its bytes. */
  release(): Uint8Array {
    this.#mayWait = false
    if (!this.#isBegun) {
      // The declaration may still follow.
      this.#writer.writableFrom = this.#window.bytes.length
      this.#readOn()
    }
    this.#writer.giveUp()
    return this.#giveOut(this.#isOver ? this.#window.bytes.length : this.#tokenizer.at)
  }

  /** The page has ended: returns the bytes that were held back. */
  end(): Uint8Array {
    this.#mayWait = false
    if (!this.#isOver) this.#readOn(true)
    this.#isOver = true
    return this.#giveOut(this.#window.bytes.length)
  }

  #giveOut(end: number): Uint8Array {
    const taken = this.#window.takeUntil(end)
    this.#tokenizer.shift(end)
    this.#writer.writableFrom -= end
    return taken
  }

  #readOn(isEnd = false) {
    const { bytes } = this.#window
    // NUL and ESC mean an encoding that is not a superset of ASCII (UTF-16, ISO-2022-JP), or something that browsers repair.
    const { at } = this.#tokenizer
    const strange = [bytes.indexOf(0, at), bytes.indexOf(27, at)].filter((place) => place >= 0)
    const end = Math.min(...strange, bytes.length)
    if (end < bytes.length) this.#mayWait = false
    try {
      const sure = bytes.subarray(0, end)
      if (this.#isBegun || this.#begin(sure)) {
        this.#tokenizer.read(sure, isEnd)
        this.#writer.checkHeld(end)
      }
      if (end < bytes.length) this.#stop()
    } catch {
      // `Unsure`, or a fault of Motif's: the rest of the page stays unchanged.
      this.#stop()
    }
  }

  #stop() {
    this.#writer.giveUp()
    this.#isOver = true
    this.isLeft = true
  }

  /** Skips a byte order mark. Returns whether there is enough to begin. A page that does not begin with markup is left alone. */
  #begin(bytes: Uint8Array): boolean {
    const [first, second, third] = bytes
    if (first === undefined || (first === 0xef && bytes.length < 3)) return false
    const markAfter = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
    let at = markAfter
    while (isBlank(bytes[at])) at++
    if (at === bytes.length) return false
    if (bytes[at] !== byte.less) throw new Unsure('UTF-16, or no HTML in spite of its type')
    if (!this.#isEncodingKnown && !markAfter) {
      const declaredAt = textOf(bytes, 0, declarationBytes).search(/<meta[^<>]*charset\s*=/i)
      if (this.#mayWait && declaredAt < 0 && bytes.length < declarationBytes) return false
      this.#writer.writableFrom = Math.max(this.#writer.writableFrom, declaredAt + 1)
    }
    this.#tokenizer.at = markAfter
    this.#isBegun = true
    return true
  }
}
