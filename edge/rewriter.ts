import type { PageRecord } from '../wire/record.ts'
import { changeOf } from './apply/change.ts'
import { isHydrationRoot, isOfWholeDocument } from './apply/hydrated.ts'
import { Plan } from './apply/plan.ts'
import { byte, isBlank, isWordAt, textOf, toBytes } from './html/ascii.ts'
import { modeOf } from './html/doctype.ts'
import type { StreamedElement } from './html/element.ts'
import { escapeJson, escapeText } from './html/escape.ts'
import { rawTextElements } from './html/names.ts'
import { type Passage, readPassage } from './html/passage.ts'
import { isTagAt, readTagAt, type TagAttribute, type TagInBytes } from './html/tag.ts'
import { Tree, Unsure } from './html/tree.ts'
import { valueOfAttribute } from './html/values.ts'
import { ByteWindow } from './html/window.ts'

/** A tag, or the content of a target, that is longer is left as it is: so much is held back at most, in bytes. */
const maxHeld = 262_144

/** The content of a target, held back until its end is known. */
interface Held {
  element: StreamedElement
  type: 'text' | 'html'
  markup: string
  start: number
  contentStart: number
}

/** Within a template: how many are open, and which element it is in whose content is read otherwise. */
interface InTemplate {
  depth: number
  within: string | undefined
}

/**
 * Puts a record into a page as its bytes stream by. What is no target stays byte for byte. Where it is no longer sure
 * what a browser makes of the page, the rest goes by as it is: the tag in the page does what is left.
 */
export class Rewriter {
  readonly #record: PageRecord
  readonly #window = new ByteWindow()
  readonly #tree = new Tree()
  #base: string
  #plan: Plan | undefined
  /** How far the page is read. */
  #at = 0
  /** So many bytes are waited for before what is unfinished is read again. */
  #wanted = 0
  #passage: Passage | undefined
  #held: Held | undefined
  #template: InTemplate | undefined
  #isBegun = false
  #hasDoctype = false
  #hasBase = false
  #hasRecord = false
  #isOver = false

  /** @param pageUrl the page's own address, which relative URLs are resolved against */
  constructor(record: PageRecord, pageUrl: string) {
    this.#record = record
    this.#base = pageUrl
  }

  /** Takes the page's next bytes; gives out what is known of it by now. Never throws. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#window.append(chunk)
    if (!this.#isOver && this.#window.bytes.length >= this.#wanted) this.#readOn()
    return this.#giveOut(this.#isOver ? this.#window.bytes.length : (this.#held?.start ?? this.#at))
  }

  /** The page is over: gives out what was held back. */
  end(): Uint8Array[] {
    if (!this.#isOver) this.#readOn()
    this.#isOver = true
    return this.#giveOut(this.#window.bytes.length)
  }

  #giveOut(end: number): Uint8Array[] {
    const pieces = this.#window.takeUntil(end)
    this.#at -= end
    this.#wanted -= end
    if (this.#passage?.kind === 'comment') this.#passage.openedAt -= end
    if (this.#held) {
      this.#held.start -= end
      this.#held.contentStart -= end
    }
    return pieces
  }

  #readOn() {
    const { bytes } = this.#window
    // NUL and ESC are of encodings that are not ASCII's (UTF-16, ISO-2022-JP), or of what browsers repair.
    const strange = [bytes.indexOf(0, this.#at), bytes.indexOf(27, this.#at)].filter((place) => place >= 0)
    const end = Math.min(...strange, bytes.length)
    try {
      this.#readAll(bytes.subarray(0, end))
      if (end < bytes.length) this.#stop()
    } catch {
      // Unsure what a browser makes of it, or a fault of ours: the page goes by as it is.
      this.#stop()
    }
  }

  #stop() {
    this.#held = undefined
    this.#isOver = true
  }

  #readAll(bytes: Uint8Array) {
    if (!this.#isBegun && !this.#begin(bytes)) return
    while (this.#readNext(bytes));
    const waiting = bytes.length - (this.#held?.start ?? this.#at)
    if (this.#held && waiting > maxHeld) this.#held = undefined
    const unfinished = this.#passage ? 0 : bytes.length - this.#at
    if (unfinished > maxHeld) this.#stop()
    // A long tag that comes byte by byte is not read again for each.
    if (unfinished > 4096) this.#wanted = bytes.length + unfinished / 4
  }

  /** Goes over a byte order mark. Answers whether there is enough to begin. */
  #begin(bytes: Uint8Array): boolean {
    const [first, second, third] = bytes
    if (first === 0xfe || first === 0xff) throw new Unsure('UTF-16')
    if (first === undefined || (first === 0xef && bytes.length < 3)) return false
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#at = 3
    this.#isBegun = true
    return true
  }

  /** Reads a piece. Answers whether there may be another. */
  #readNext(bytes: Uint8Array): boolean {
    if (this.#passage) return this.#readPassage(bytes, this.#passage)
    const less = bytes.indexOf(byte.less, this.#at)
    const end = less < 0 ? bytes.length : less
    if (end > this.#at) this.#text(bytes, this.#at, end)
    this.#at = end
    return less >= 0 && this.#readMarkup(bytes, less)
  }

  #readPassage(bytes: Uint8Array, passage: Passage): boolean {
    const { at, isDone } = readPassage(bytes, this.#at, passage)
    this.#at = at
    if (isDone) this.#passage = undefined
    return isDone
  }

  #readMarkup(bytes: Uint8Array, at: number): boolean {
    const next = bytes[at + 1]
    if (next === undefined || (next === byte.slash && at + 2 === bytes.length)) return false
    if (isTagAt(bytes, at)) {
      const tag = readTagAt(bytes, at)
      if (!tag) return false
      if (tag.end - tag.start > maxHeld) throw new Unsure('a long tag')
      this.#at = tag.end
      this.#tag(tag)
      return true
    }
    if (next === byte.bang) return this.#readDeclaration(bytes, at)
    if (next === byte.question || next === byte.slash) this.#pass(at + 2, { kind: 'bogus-comment' })
    else {
      this.#text(bytes, at, at + 1)
      this.#at = at + 1
    }
    return true
  }

  #readDeclaration(bytes: Uint8Array, at: number): boolean {
    const isComment = isWordAt(bytes, at, '<!--')
    const isDoctype = isWordAt(bytes, at, '<!doctype')
    const isData = isWordAt(bytes, at, '<![cdata[')
    if (isComment) this.#pass(at + 2, { kind: 'comment', openedAt: at + 4 })
    else if (isDoctype) return this.#readDoctype(bytes, at)
    else if (isComment === undefined || isDoctype === undefined || isData === undefined) return false
    else if (isData && this.#tree.current?.isForeign) {
      if (textOf(bytes, at + 3, at + 8) !== 'CDATA') throw new Unsure('cdata')
      this.#pass(at + 9, { kind: 'cdata' })
    } else this.#pass(at + 2, { kind: 'bogus-comment' })
    return true
  }

  #pass(at: number, passage: Passage) {
    this.#at = at
    this.#passage = passage
    if (this.#held?.type === 'text') this.#held = undefined
  }

  #readDoctype(bytes: Uint8Array, at: number): boolean {
    const end = bytes.indexOf(byte.greater, at) + 1
    if (end === 0) return false
    this.#at = end
    if (this.#hasDoctype || this.#plan || this.#tree.current) return true
    this.#hasDoctype = true
    const mode = end - at > 1000 ? 'unknown' : modeOf(textOf(bytes, at, end))
    if (mode === 'unknown') throw new Unsure('a doctype that is not known')
    return true
  }

  #text(bytes: Uint8Array, start: number, end: number) {
    if (this.#template || !this.#tree.isTextTelling || this.#tree.current?.isForeign) return
    let at = start
    while (at < end && isBlank(bytes[at])) at++
    if (at === end) return
    this.#tree.text()
    this.#putRecord(at)
  }

  #tag(tag: TagInBytes) {
    if (this.#template) this.#tagInTemplate(tag, this.#template)
    else this.#tagInPage(tag)
  }

  #tagInPage(tag: TagInBytes) {
    if (this.#held?.type === 'text' && !this.#mayEnd(tag)) this.#held = undefined
    if (tag.isEnd) this.#tree.end(tag.name)
    else this.#start(tag)
    if (this.#held && !this.#held.element.isOpen) this.#finish(this.#held, tag.start)
    if (tag.isEnd && this.#tree.isHeadOver) this.#putRecord(tag.start)
  }

  /** Whether a tag may end the element whose text is held back. */
  #mayEnd({ name, isEnd }: TagInBytes): boolean {
    const held = this.#held?.element.name ?? ''
    return isEnd ? name === held : /^(?:li|dt|dd|p|td|th|option)$/.test(held)
  }

  #start(tag: TagInBytes) {
    this.#plan ??= this.#makePlan()
    const attributes = this.#read(tag, this.#plan.attributes)
    const element = this.#tree.start({ ...tag, attributes })
    if (this.#held && !this.#held.element.isOpen) this.#finish(this.#held, tag.start)
    if (this.#held?.type === 'text') this.#held = undefined
    if (tag.name === 'script' || this.#tree.isHeadOver) this.#putRecord(tag.start)
    if (!element) return
    this.#lookAt(tag)
    if (attributes.size > 0) element.isHydrated ||= isHydrationRoot(element)
    this.#change(tag, element, this.#plan)
    this.#enter(element)
  }

  #makePlan(): Plan {
    this.#tree.isQuirks = !this.#hasDoctype
    return new Plan(this.#record, !this.#hasDoctype)
  }

  /** The attributes that somebody asks for; of two with one name the first counts. */
  #read(tag: TagInBytes, wanted: ReadonlySet<string>): Map<string, string | undefined> {
    const { bytes } = this.#window
    const attributes = new Map<string, string | undefined>()
    for (const attribute of tag.attributes) {
      const name = textOf(bytes, attribute.nameStart, attribute.nameEnd).toLowerCase()
      if (wanted.has(name) && !attributes.has(name)) attributes.set(name, valueOfAttribute(bytes, attribute))
    }
    return attributes
  }

  /** What a start tag says of the whole page: its address, its encoding, a framework that hydrates all of it. */
  #lookAt(tag: TagInBytes) {
    const value = (name: string) => this.#valueIn(tag, name)
    if (tag.name === 'script' && isOfWholeDocument(value('src'))) throw new Unsure('hydrated')
    if (tag.name === 'link' && isOfWholeDocument(value('href'))) throw new Unsure('hydrated')
    if (tag.name === 'meta' && /iso-2022|utf-7|hz-gb/i.test(value('charset') + value('content')))
      throw new Unsure('an encoding that is not ASCII')
    if (tag.name !== 'base' || this.#hasBase || !value('href')) return
    this.#hasBase = true
    this.#base = new URL(value('href'), this.#base).href
  }

  #valueIn(tag: TagInBytes, name: string): string {
    const { bytes } = this.#window
    const found = this.#find(tag, name)
    return found ? textOf(bytes, found.valueStart, found.valueEnd) : ''
  }

  #find({ attributes }: TagInBytes, name: string) {
    const { bytes } = this.#window
    return attributes.find(
      ({ nameStart, nameEnd }) =>
        nameEnd - nameStart === name.length && isWordAt(bytes, nameStart, name) === true,
    )
  }

  #change(tag: TagInBytes, element: StreamedElement, plan: Plan) {
    const items = plan.itemsFor(element)
    if (!items[0] || element.isForeign || element.isHydrated || this.#held || !this.#hasRecord) return
    const change = changeOf(items, element, this.#base)
    for (const { name, value } of change?.attributes ?? []) this.#setAttribute(tag, name, value)
    if (!change?.content || !element.isOpen) return
    this.#held = { element, ...change.content, start: tag.start, contentStart: tag.end }
  }

  #setAttribute(tag: TagInBytes, name: string, value: string) {
    const quoted = `"${escapeText(value)}"`
    const found = this.#find(tag, name)
    if (!found) this.#window.edit(tag.nameEnd, tag.nameEnd, toBytes(` ${name}=${quoted}`))
    else if (found.valueStart === found.nameEnd)
      this.#window.edit(found.nameEnd, found.nameEnd, toBytes(`=${quoted}`))
    else this.#setValue(found, quoted)
  }

  #setValue({ valueStart, valueEnd }: TagAttribute, quoted: string) {
    const quote = this.#window.bytes[valueStart - 1]
    const border = quote === byte.doubleQuote || quote === byte.singleQuote ? 1 : 0
    this.#window.edit(valueStart - border, valueEnd + border, toBytes(quoted))
  }

  /** The element has come to its end: its content becomes the item's. */
  #finish({ start, contentStart, markup }: Held, end: number) {
    this.#held = undefined
    if (end - start <= maxHeld) this.#window.edit(contentStart, end, toBytes(markup))
  }

  /** What follows a start tag is read as text, or stands apart. */
  #enter(element: StreamedElement) {
    const { name, isForeign, isOpen } = element
    if (isForeign || !isOpen) return
    if (name === 'template') this.#template = { depth: 1, within: undefined }
    else this.#enterText(name)
  }

  #enterText(name: string) {
    if (name === 'script') this.#passage = { kind: 'script', depth: 0 }
    else if (rawTextElements.has(name)) this.#passage = { kind: 'raw-text', name }
  }

  /** Nothing in a template is a target. Of what stands in it only counts where it ends. */
  #tagInTemplate({ name, isEnd, isSelfClosing }: TagInBytes, template: InTemplate) {
    if (template.within) {
      if (name === 'template' || rawTextElements.has(name)) throw new Unsure(`${name} in ${template.within}`)
      if (isEnd && name === template.within) template.within = undefined
      return
    }
    if (isEnd && name === 'template') template.depth--
    if (isEnd && template.depth === 0) {
      this.#template = undefined
      this.#tree.endTemplate()
    }
    if (isEnd) return
    if (name === 'plaintext' || name === 'frameset') throw new Unsure(name)
    if (name === 'template') template.depth++
    else if (/^(?:svg|math|select)$/.test(name)) template.within = isSelfClosing ? undefined : name
    else this.#enterText(name)
  }

  /** The record stands in the head: before the first script, so before the tag, and behind what declares the encoding. */
  #putRecord(at: number) {
    if (this.#hasRecord) return
    this.#hasRecord = true
    const script = `<script type="application/json" id="motif-record">${escapeJson(this.#record)}</script>`
    this.#window.edit(at, at, toBytes(script))
  }
}
