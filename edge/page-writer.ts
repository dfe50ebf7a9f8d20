import { doneMark, ownMark } from '../wire/done.ts'
import type { PageRecord } from '../wire/record.ts'
import { type ContentType, slots } from '../wire/targets.ts'
import { type ChangedContent, changeOf } from './apply/change.ts'
import { isHydrationRoot, shownInFront } from './apply/hydrated.ts'
import { InnerTexts } from './apply/inner-texts.ts'
import { type ChangedPart, marksOf } from './apply/mark.ts'
import { Plan, type PlannedItem } from './apply/plan.ts'
import { ownValue, removeAttributes, setAttribute } from './edits.ts'
import { bytesOf, textOf } from './html/ascii.ts'
import { type Attributes, noAttributes } from './html/attributes.ts'
import type { StreamedElement } from './html/element.ts'
import { escapeJson } from './html/escape.ts'
import { PageFollower, type PageListener } from './html/follower.ts'
import type { TagToken } from './html/tag.ts'
import { AttributeReader } from './html/values.ts'
import type { ByteWindow, Edit } from './html/window.ts'
import { PageFacts } from './page-facts.ts'

/** The most content of a target that is held back, in bytes. A target with more is left to the browser. */
const maxHeld = 262_144

/** What changed elements get in a page. */
export interface WriterOptions {
  /** Marks, which the script in the page needs. Default: false. */
  hasMarks?: boolean
  /** Shadow roots for the texts of what a framework will hydrate: the page is parsed by a browser that knows them. Default: false. */
  hasRoots?: boolean
}

/** A target that is held back until it is certain that it stays what it is. */
export interface Held {
  element: StreamedElement
  /** The outermost formatting element that it is, or is in. Before that has ended, a repair could move or copy the target. */
  formatting: StreamedElement | undefined
  /** How its content is replaced, if it is. */
  content: ChangedContent | undefined
  /** The texts in it, if its text is replaced. */
  texts: InnerTexts | undefined
  parts: ChangedPart[]
  /** Adds the marks right behind the tag's name: behind the last attribute, one without a value could take them for it. */
  marking: Edit
  /** Changes the content. */
  filling: Edit
}

/** Writes the record and the changed targets into a page that is followed. */
export class PageWriter implements PageListener {
  readonly follower = new PageFollower(this)
  readonly #record: PageRecord
  readonly #window: ByteWindow
  readonly #facts: PageFacts
  readonly #options: WriterOptions
  #plan: Plan | undefined
  #attributes: AttributeReader | undefined
  /** The open target whose content is replaced. */
  #held: Held | undefined
  /** Targets that are complete, in formatting elements that are still open. */
  #waiting: Held[] = []
  /**
   * A target whose content another target is in, or that is left to the browser: nothing in it is changed. What becomes of both, and of
   * the report, depends on the order in which the script finds them.
   */
  #apart: StreamedElement | undefined
  #hasRecord = false
  /** Nothing may be added before this position: it would push the declaration of the encoding out of the browser's sight. */
  writableFrom = 0

  constructor(record: PageRecord, pageUrl: string, window: ByteWindow, options: WriterOptions) {
    this.#options = options
    this.#record = record
    this.#window = window
    this.#facts = new PageFacts(pageUrl)
  }

  /** The position from which bytes have to be held back; `read` if none. */
  heldFrom(read: number): number {
    return this.firstHeld?.marking.start ?? read
  }

  /** The first target that is held back. */
  get firstHeld(): Held | undefined {
    return this.#waiting[0] ?? this.#held
  }

  /** Called after each read: gives up what is held if it is too long. */
  checkHeld(length: number): void {
    if (length - this.heldFrom(length) > maxHeld) this.giveUp()
  }

  /** Leaves what is held to the browser. */
  giveUp(): void {
    this.#leaveHeld()
    this.#waiting = []
  }

  /** Leaves the open target to the browser, with everything in it. */
  #leaveHeld() {
    if (this.#held) this.#apart = this.#held.element
    this.#held = undefined
  }

  begin({ isQuirks }: { isQuirks: boolean }): void {
    this.#plan = new Plan(this.#record, isQuirks)
    this.#attributes = new AttributeReader(this.#plan.attributes)
  }

  attributesOf(bytes: Uint8Array, tag: TagToken): Attributes {
    return this.#attributes?.read(bytes, tag) ?? noAttributes
  }

  text(at: number): void {
    this.#putRecord(at)
  }

  taken(bytes: Uint8Array, tag: TagToken, element: StreamedElement | undefined): void {
    const held = this.#held
    if (held && !held.element.isOpen) this.#ended(held, tag)
    else if (held?.texts && !held.texts.take(bytes, tag, held.filling.start, element)) this.#leaveHeld()
    if (this.#waiting[0] && !this.#waiting[0].formatting?.isOpen)
      for (const complete of this.#waiting.splice(0)) this.#write(complete)
    const isScript = !tag.isEnd && tag.name.text === 'script'
    if (!this.#hasRecord && (isScript || this.follower.tree.isHeadOver)) this.#putRecord(tag.start)
    if (element) this.#started(bytes, tag, element)
  }

  #started(bytes: Uint8Array, tag: TagToken, element: StreamedElement) {
    this.#facts.lookAt(bytes, tag)
    element.isHydrated ||=
      (this.#facts.isHydrated && this.follower.tree.isHeadOver) || isHydrationRoot(element)
    if (element.isHydrated) this.#leaveHeld()
    this.#lookAtImplied(element)
    const items = this.#plan?.itemsFor(element) ?? []
    if (!items[0] || this.#apart?.isOpen) return
    this.#leaveHeld()
    if (this.#apart?.isOpen || element.isForeign || !this.#mayChange(element, tag.start)) return
    const isLeft = element.isHydrated && !this.#mayHaveRoot(items, element, ownValue(bytes, tag, 'is'))
    const wanted = isLeft ? items.filter((item) => !isOfContent(item)) : items
    const change = changeOf(wanted, element, this.#facts.base)
    if (!change?.content && items.some(isOfContent)) this.#apart = element
    if (!change) return
    const { attributes, content } = change
    const parts = attributes.map(({ name }) => ({ name, own: ownValue(bytes, tag, name) }))
    const { nameEnd, end } = tag
    const group = { isCertain: false }
    const edit = (from: number, to: number, made: Uint8Array = new Uint8Array()) =>
      this.#window.edit(from, to, made, group)
    const marking = edit(nameEnd, nameEnd)
    for (const { name, value } of attributes) setAttribute({ bytes, edit }, tag, name, value)
    // A page may contain such attributes itself: what strangers wrote in it is not what its server sent.
    if (this.#options.hasMarks) removeAttributes({ bytes, edit }, tag, isMark)
    const formatting = outermostFormatting(element)
    const texts = content?.type === 'text' ? new InnerTexts(element) : undefined
    const held = { element, formatting, content, texts, parts, marking, filling: edit(end, end) }
    if (!content) this.#writeWhenCertain(held)
    else if (element.isOpen) this.#held = held
  }

  /**
   * Whether an element may be changed here. What crawlers read may come before the record. In a browser the title is the script's: React 18
   * fails to hydrate a whole document that has another one.
   */
  #mayChange({ name }: StreamedElement, at: number): boolean {
    if (name === 'title' && this.#options.hasRoots) return false
    return this.#hasRecord || (/^(?:meta|title)$/.test(name) && at >= this.writableFrom)
  }

  /** Whether a text is shown in front of the own words of an element that a framework will hydrate, as the script does: see snippet/rare/bridge.ts. */
  #mayHaveRoot(items: readonly PlannedItem[], { tagName }: StreamedElement, is: string | undefined): boolean {
    const isHost = tagName.isShadowHost && is === undefined
    return !!this.#options.hasRoots && isHost && items.every(({ type }) => type !== 'html')
  }

  /** Elements that begin with this one, and have no tag: there is nothing to write into, so their content is left to the browser. */
  #lookAtImplied(first: StreamedElement) {
    const implied: StreamedElement[] = []
    for (let at = first; at.index === 1 && at.parent?.isImplied; at = at.parent) implied.unshift(at.parent)
    for (const element of implied) {
      const items = this.#plan?.itemsFor(element) ?? []
      if (!items.some(isOfContent)) continue
      this.#leaveHeld()
      if (!this.#apart?.isOpen) this.#apart = element
    }
  }

  #ended(held: Held, tag: TagToken) {
    this.#held = undefined
    const { content, marking } = held
    const isShort = tag.start - marking.start <= maxHeld
    if (content && isShort && this.#fill(held, content, tag.start)) this.#writeWhenCertain(held)
  }

  /** Changes the content of a held element. Returns whether it could. */
  #fill({ filling, texts, parts, element }: Held, { type, payload, markup }: ChangedContent, end: number) {
    const { bytes } = this.#window
    const own = textOf(bytes, filling.start, end)
    if (element.isHydrated) {
      filling.bytes = bytesOf(shownInFront(markup))
      parts.push({ name: 'root', own: undefined })
      return own !== ''
    }
    const made = texts ? texts.change(own, payload) : { markup, own }
    if (!made) return false
    filling.end = end
    filling.bytes = bytesOf(made.markup)
    parts.push({ name: type, own: made.own })
    return true
  }

  #writeWhenCertain(held: Held) {
    if (held.formatting?.isOpen) this.#waiting.push(held)
    else this.#write(held)
  }

  /** Makes an element's edits, with its marks, if the browser can restore all of it. */
  #write({ element: { name }, marking, parts }: Held) {
    const { pattern } = this.#record
    const { hasMarks } = this.#options
    const marks = hasMarks ? marksOf(parts, { pattern, element: name, base: this.#facts.base }) : ''
    marking.bytes = bytesOf(marks ?? '')
    marking.group.isCertain = marks !== undefined
  }

  /** Puts the record into the head: before the first script, and so before the tag. A tag that comes before it asks for the record itself. */
  #putRecord(at: number) {
    if (this.#hasRecord || at < this.writableFrom) return
    this.#hasRecord = true
    const script = `<script type="application/json" id="motif-record">${escapeJson(this.#record)}</script>`
    this.#window.edit(at, at, bytesOf(script))
  }
}

function outermostFormatting(element: StreamedElement): StreamedElement | undefined {
  let found: StreamedElement | undefined
  for (let one: StreamedElement | undefined = element; one; one = one.parent)
    if (one.tagName.isFormatting) found = one
  return found
}

const isOfContent = ({ type }: { type: ContentType }) => slots[type] === 'content'

const isMark = (name: string) => name === doneMark || name.startsWith(ownMark(''))
