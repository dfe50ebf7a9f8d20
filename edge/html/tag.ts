import { byte, endsName, indexOfByte, isBlank, isLetter, isWordAt } from './ascii.ts'
import { type Attributes, noAttributes } from './attributes.ts'
import { type TagName, tagNameAt, tagNameOf } from './tag-name.ts'

/** An attribute in the bytes: the positions of its name, and of its value without quotes. Without a value, that is empty. */
export interface TagAttribute {
  nameStart: number
  nameEnd: number
  valueStart: number
  valueEnd: number
}

/** Whether a `<` at `at` begins a tag. */
export const isTagAt = (bytes: Uint8Array, at: number): boolean =>
  isLetter(bytes[at + 1]) || (bytes[at + 1] === byte.slash && isLetter(bytes[at + 2]))

/** A start or end tag in the bytes. One object is reused for all tags of a page: it is valid until the next one is read. */
export class TagToken {
  name: TagName = tagNameOf('html')
  isEnd = false
  isSelfClosing = false
  start = 0
  nameEnd = 0
  end = 0
  /** The wanted attributes, as the reader of the page has found them. */
  attributes: Attributes = noAttributes
  attributeCount = 0
  /** The positions of each attribute: numbers in arrays are made for no tag again. */
  readonly nameStarts: number[] = []
  readonly nameEnds: number[] = []
  readonly valueStarts: number[] = []
  readonly valueEnds: number[] = []

  /**
   * Reads the tag whose `<` is at `start`, followed by a letter or by `/` and a letter. Returns false if the bytes end
   * before the tag. https://html.spec.whatwg.org/#tag-name-state and following
   */
  read(bytes: Uint8Array, start: number): boolean {
    const { length } = bytes
    this.isEnd = bytes[start + 1] === byte.slash
    const nameStart = start + (this.isEnd ? 2 : 1)
    let at = nameStart
    while (at < length && !endsName(bytes[at] as number)) at++
    this.start = start
    this.nameEnd = at
    this.attributes = noAttributes
    this.attributeCount = 0
    if (bytes[at] !== byte.greater) at = this.#readAttributes(bytes, at)
    if (at >= length) return false
    this.end = at + 1
    this.isSelfClosing = bytes[at - 1] === byte.slash && this.#isSlashFree(at - 1)
    this.name = tagNameAt(bytes, nameStart, this.nameEnd)
    return true
  }

  attribute(place: number): TagAttribute {
    return {
      nameStart: this.nameStarts[place] as number,
      nameEnd: this.nameEnds[place] as number,
      valueStart: this.valueStarts[place] as number,
      valueEnd: this.valueEnds[place] as number,
    }
  }

  /** The first attribute with a name. */
  find(bytes: Uint8Array, name: string): TagAttribute | undefined {
    for (let place = 0; place < this.attributeCount; place++) {
      const start = this.nameStarts[place] as number
      if (this.nameEnds[place] === start + name.length && isWordAt(bytes, start, name))
        return this.attribute(place)
    }
    return undefined
  }

  /** Returns the position of the tag's `>`, or the end of the bytes. */
  #readAttributes(bytes: Uint8Array, from: number): number {
    const { length } = bytes
    let at = from
    while (at < length) {
      const one = bytes[at] as number
      if (one === byte.greater) return at
      at = isBlank(one) || one === byte.slash ? at + 1 : this.#readAttribute(bytes, at)
    }
    return length
  }

  /** Returns the position after the attribute with its quotes, or the end of the bytes. */
  #readAttribute(bytes: Uint8Array, nameStart: number): number {
    const { length } = bytes
    // An equals sign at the beginning belongs to the name.
    let at = nameStart + 1
    while (at < length && bytes[at] !== byte.equals && !endsName(bytes[at] as number)) at++
    const nameEnd = at
    while (at < length && isBlank(bytes[at])) at++
    if (at >= length) return length
    if (bytes[at] !== byte.equals) return this.#add(nameStart, nameEnd, nameEnd, nameEnd)
    at++
    while (at < length && isBlank(bytes[at])) at++
    if (at >= length) return length
    const quote = bytes[at] as number
    if (quote !== byte.doubleQuote && quote !== byte.singleQuote)
      return this.#add(nameStart, nameEnd, at, endOfBareValue(bytes, at))
    const end = indexOfByte(bytes, quote, at + 1)
    return end < 0 ? length : this.#add(nameStart, nameEnd, at + 1, end) + 1
  }

  #add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): number {
    const place = this.attributeCount++
    this.nameStarts[place] = nameStart
    this.nameEnds[place] = nameEnd
    this.valueStarts[place] = valueStart
    this.valueEnds[place] = valueEnd
    return valueEnd
  }

  /** A slash at the end of a value without quotes belongs to that value. */
  #isSlashFree(at: number): boolean {
    return this.attributeCount === 0 || at >= (this.valueEnds[this.attributeCount - 1] as number)
  }
}

function endOfBareValue(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== byte.greater && !isBlank(bytes[at])) at++
  return at
}
