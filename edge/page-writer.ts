import type { PageRecord } from '../wire/record.ts'
import { changeOf } from './apply/change.ts'
import { isHydrationRoot } from './apply/hydrated.ts'
import { type ChangedPart, marksOf } from './apply/mark.ts'
import { Plan } from './apply/plan.ts'
import { AttributeReader } from './attribute-reader.ts'
import { ownValue, setAttribute } from './edits.ts'
import { bytesOf, isBlank, textOf, toBytes } from './html/ascii.ts'
import { modeOf } from './html/doctype.ts'
import type { StreamedElement } from './html/element.ts'
import { escapeJson } from './html/escape.ts'
import { type Passage, passageIn } from './html/passage.ts'
import type { TagToken } from './html/tag.ts'
import { TemplateContent } from './html/template.ts'
import type { TokenHandler } from './html/tokenizer.ts'
import { Tree } from './html/tree.ts'
import { Unsure } from './html/unsure.ts'
import type { ByteWindow, Edit } from './html/window.ts'
import { PageFacts } from './page-facts.ts'

/** The content of a target that is longer is left as it is: so much is held back at most, in bytes. */
const maxHeld = 262_144

/** The content of a target, held back until its end is known. */
interface Held {
  element: StreamedElement
  type: 'text' | 'html'
  markup: string
  start: number
  /** Where the start tag takes more attributes. */
  markAt: number
  contentStart: number
  /** What is to become of the start tag. */
  edits: Edit[]
  parts: ChangedPart[]
}

/** What is asked of each element, once the page has begun. */
interface Reading {
  plan: Plan
  attributes: AttributeReader
}

/** Follows a page's tree, and writes the record and its items into the bytes. */
export class PageWriter implements TokenHandler {
  readonly #record: PageRecord
  readonly #window: ByteWindow
  readonly #tree = new Tree()
  readonly #facts: PageFacts
  readonly #hasMarks: boolean
  #reading: Reading | undefined
  #held: Held | undefined
  #template: TemplateContent | undefined
  #hasDoctype = false
  #hasRecord = false

  constructor(record: PageRecord, pageUrl: string, window: ByteWindow, hasMarks = false) {
    this.#hasMarks = hasMarks
    this.#record = record
    this.#window = window
    this.#facts = new PageFacts(pageUrl)
  }

  get isInForeign(): boolean {
    return this.#tree.current?.isForeign === true
  }

  /** From where on bytes are held back, of those that are read. */
  heldFrom(read: number): number {
    return this.#held?.start ?? read
  }

  /** So many bytes at the beginning were given out. */
  shift(count: number): void {
    if (!this.#held) return
    this.#held.start -= count
    this.#held.markAt -= count
    this.#held.contentStart -= count
    for (const edit of this.#held.edits) {
      edit.start -= count
      edit.end -= count
    }
  }

  /** Gives up a target whose content is too long. */
  letGo(length: number): void {
    if (this.#held && length - this.#held.start > maxHeld) this.#held = undefined
  }

  /** Nothing more is done. */
  stop(): void {
    this.#held = undefined
  }

  text(bytes: Uint8Array, start: number, end: number): void {
    if (!this.#tree.isTextTelling || this.#template || this.isInForeign) return
    let at = start
    while (at < end && isBlank(bytes[at])) at++
    if (at === end) return
    this.#tree.text()
    this.#putRecord(at)
  }

  comment(): void {
    if (this.#held?.type === 'text') this.#held = undefined
  }

  doctype(bytes: Uint8Array, start: number, end: number): void {
    if (this.#hasDoctype || this.#reading || this.#tree.current) return
    this.#hasDoctype = true
    const mode = end - start > 1000 ? 'unknown' : modeOf(textOf(bytes, start, end))
    if (mode === 'unknown') throw new Unsure('a doctype that is not known')
  }

  tag(bytes: Uint8Array, tag: TagToken): Passage | undefined {
    if (this.#template) return this.#tagInTemplate(tag, this.#template)
    if (this.#held?.type === 'text' && !this.#mayEnd(tag)) this.#held = undefined
    return tag.isEnd ? this.#end(tag) : this.#start(bytes, tag)
  }

  #tagInTemplate(tag: TagToken, template: TemplateContent): Passage | undefined {
    const passage = template.tag(tag)
    if (template.isOver) {
      this.#template = undefined
      this.#tree.endTemplate()
    }
    return passage
  }

  /** Whether a tag may end the element whose text is held back. */
  #mayEnd({ name: { text }, isEnd }: TagToken): boolean {
    const held = this.#held?.element.name ?? ''
    return isEnd ? text === held : /^(?:li|dt|dd|p|td|th|option)$/.test(held)
  }

  #end(tag: TagToken): undefined {
    this.#tree.end(tag.name)
    if (this.#held && !this.#held.element.isOpen) this.#finish(this.#held, tag.start)
    if (!this.#hasRecord && this.#tree.isHeadOver) this.#putRecord(tag.start)
  }

  #start(bytes: Uint8Array, tag: TagToken): Passage | undefined {
    this.#reading ??= this.#begin()
    const { plan, attributes } = this.#reading
    if (tag.attributeCount > 0) tag.attributes = attributes.read(bytes, tag)
    const element = this.#tree.start(tag)
    if (this.#held && !this.#held.element.isOpen) this.#finish(this.#held, tag.start)
    if (this.#held?.type === 'text') this.#held = undefined
    if (!this.#hasRecord && (tag.name.text === 'script' || this.#tree.isHeadOver)) this.#putRecord(tag.start)
    if (!element) return undefined
    this.#facts.lookAt(bytes, tag)
    if (element.attributes.names.length > 0) element.isHydrated ||= isHydrationRoot(element)
    this.#change(tag, element, plan)
    return this.#enter(element)
  }

  #begin(): Reading {
    const plan = new Plan(this.#record, !this.#hasDoctype)
    this.#tree.begin({ isQuirks: !this.#hasDoctype, countsTypes: plan.countsTypes })
    return { plan, attributes: new AttributeReader(plan.attributes) }
  }

  #change(tag: TagToken, element: StreamedElement, plan: Plan) {
    const items = plan.itemsFor(element)
    if (!items[0] || element.isForeign || element.isHydrated || this.#held || !this.#hasRecord) return
    const change = changeOf(items, element, this.#facts.base)
    if (!change) return
    const { attributes, content } = change
    const { bytes } = this.#window
    const parts = attributes.map(({ name }) => ({ name, own: ownValue(bytes, tag, name) }))
    const edits: Edit[] = []
    const collected = {
      bytes,
      edit: (start: number, end: number, made: Uint8Array) => edits.push({ start, end, bytes: made }),
    }
    for (const { name, value } of attributes) setAttribute(collected, tag, name, value)
    const { start, end: contentStart, isSelfClosing } = tag
    const markAt = contentStart - (isSelfClosing ? 2 : 1)
    if (!content) this.#write(element, { markAt, edits, parts })
    else if (element.isOpen) this.#held = { element, ...content, start, markAt, contentStart, edits, parts }
  }

  /** The element has come to its end: its content becomes the item's. */
  #finish(held: Held, end: number) {
    const { element, type, start, contentStart, markup, edits, parts } = held
    this.#held = undefined
    if (end - start > maxHeld) return
    const own = textOf(this.#window.bytes, contentStart, end)
    const content = { start: contentStart, end, bytes: toBytes(markup) }
    this.#write(element, {
      ...held,
      edits: [...edits, content],
      parts: [...parts, { name: type, own }],
    })
  }

  /** Writes what is to become of an element, with the marks of it, where the browser can give all of it back. */
  #write({ name }: StreamedElement, { markAt, edits, parts }: Pick<Held, 'markAt' | 'edits' | 'parts'>) {
    const marks = this.#hasMarks ? marksOf(parts, name, this.#facts.base) : ''
    if (marks === undefined) return
    for (const { start, end, bytes } of edits) this.#window.edit(start, end, bytes)
    this.#window.edit(markAt, markAt, bytesOf(marks))
  }

  /** What follows a start tag is read as text, or stands apart. */
  #enter({ tagName, isForeign, isOpen }: StreamedElement): Passage | undefined {
    if (isForeign || !isOpen) return undefined
    if (tagName.text === 'template') this.#template = new TemplateContent()
    return passageIn(tagName)
  }

  /** The record stands in the head: before the first script, so before the tag, and behind what declares the encoding. */
  #putRecord(at: number) {
    if (this.#hasRecord) return
    this.#hasRecord = true
    const script = `<script type="application/json" id="motif-record">${escapeJson(this.#record)}</script>`
    this.#window.edit(at, at, toBytes(script))
  }
}
