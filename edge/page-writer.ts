import { doneMark, ownMark } from '../wire/done.ts'
import type { PageRecord } from '../wire/record.ts'
import { type ContentType, slots } from '../wire/targets.ts'
import { type ChangedContent, changeOf } from './apply/change.ts'
import { isHydrationRoot, shownInFront } from './apply/hydrated.ts'
import { InnerTexts } from './apply/inner-texts.ts'
import { type ChangedPart, marksOf } from './apply/mark.ts'
import { Plan, type PlannedItem } from './apply/plan.ts'
import { AttributeReader } from './attribute-reader.ts'
import { ownValue, removeAttributes, setAttribute } from './edits.ts'
import { bytesOf, textOf, toBytes } from './html/ascii.ts'
import { type Attributes, noAttributes } from './html/attributes.ts'
import type { StreamedElement } from './html/element.ts'
import { escapeJson } from './html/escape.ts'
import { PageFollower, type PageListener } from './html/follower.ts'
import type { TagToken } from './html/tag.ts'
import type { ByteWindow, Edit } from './html/window.ts'
import { PageFacts } from './page-facts.ts'

/** The most content of a target that is held back, in bytes. A target with more is left to the browser. */
const maxHeld = 262_144

/** In so many bytes at the beginning of a page browsers look for the declaration of its encoding, if no header has it. */
const declarationBytes = 1024

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
  start: number
  /** The position behind the tag's name, where attributes can be added. */
  markAt: number
  contentStart: number
  /** The edits of the start tag. */
  edits: Edit[]
  parts: ChangedPart[]
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
  #isEncodingKnown = false
  /** Whether the declaration of the encoding was waited for in vain, and may still follow what is read now. */
  #isUndeclared = false
  /** How many bytes were passed on. */
  #passed = 0

  constructor(record: PageRecord, pageUrl: string, window: ByteWindow, options: WriterOptions) {
    this.#options = options
    this.#record = record
    this.#window = window
    this.#facts = new PageFacts(pageUrl)
  }

  /** The page's encoding is declared before what comes now. */
  knowEncoding(): void {
    this.#isEncodingKnown = true
  }

  /** Whether the page's encoding is declared before or in its first bytes, or can no longer be. */
  isEncodingSettled(first: Uint8Array): boolean {
    return this.#isEncodingKnown || first.length >= declarationBytes || this.#isDeclaredBehind(0)
  }

  /** Has bytes read in front of which there must be no record, because the declaration may still follow them. */
  readUndeclared(read: () => void): void {
    this.#isUndeclared = true
    read()
    this.#isUndeclared = false
    this.knowEncoding()
  }

  /** The position from which bytes have to be held back; `read` if none. */
  heldFrom(read: number): number {
    return this.firstHeld?.start ?? read
  }

  /** The first place from which on bytes are held back. */
  get firstHeld(): { start: number } | undefined {
    return this.#waiting[0] ?? this.#held
  }

  /** This many bytes at the beginning were passed on. */
  shift(count: number): void {
    this.#passed += count
    for (const held of this.#held ? [...this.#waiting, this.#held] : this.#waiting) {
      held.start -= count
      held.markAt -= count
      held.contentStart -= count
      for (const edit of held.edits) {
        edit.start -= count
        edit.end -= count
      }
    }
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

  begin({ isQuirks }: { isQuirks: boolean }): { countsTypes: boolean } {
    this.#plan = new Plan(this.#record, isQuirks)
    this.#attributes = new AttributeReader(this.#plan.attributes)
    return this.#plan
  }

  attributesOf(bytes: Uint8Array, tag: TagToken): Attributes {
    return this.#attributes?.read(bytes, tag) ?? noAttributes
  }

  text(at: number): void {
    this.#putRecord(at)
  }

  comment(): void {
    if (this.#held?.texts && !this.#held.element.isHydrated) this.#leaveHeld()
  }

  taken(bytes: Uint8Array, tag: TagToken, element: StreamedElement | undefined): void {
    const held = this.#held
    if (held && !held.element.isOpen) this.#ended(held, tag)
    else if (held?.texts && !held.texts.take(tag, held.contentStart, element)) this.#leaveHeld()
    if (this.#waiting[0] && !this.#waiting[0].formatting?.isOpen) this.#writeWaiting()
    const isScript = !tag.isEnd && tag.name.text === 'script'
    if (!this.#hasRecord && (isScript || this.follower.isHeadOver)) this.#putRecord(tag.start)
    if (tag.name.text === 'meta' && /charset\s*=/i.test(textOf(bytes, tag.start, tag.end)))
      this.knowEncoding()
    if (element) this.#started(bytes, tag, element)
  }

  #started(bytes: Uint8Array, tag: TagToken, element: StreamedElement) {
    this.#facts.lookAt(bytes, tag)
    element.isHydrated ||= (this.#facts.isHydrated && this.follower.isHeadOver) || isHydrationRoot(element)
    if (element.isHydrated) this.#leaveHeld()
    this.#lookAtImplied(element)
    const items = this.#plan?.itemsFor(element) ?? []
    if (!items[0] || this.#apart?.isOpen) return
    this.#leaveHeld()
    if (this.#apart?.isOpen || element.isForeign || !this.#mayChange(element, tag.start)) return
    const mayWriteContent =
      !element.isHydrated || this.#mayHaveRoot(items, element, ownValue(bytes, tag, 'is'))
    const change = changeOf(
      mayWriteContent ? items : items.filter((item) => !isOfContent(item)),
      element,
      this.#facts.base,
    )
    if (!change?.content && items.some(isOfContent)) this.#apart = element
    if (!change) return
    const { attributes, content } = change
    const parts = attributes.map(({ name }) => ({ name, own: ownValue(bytes, tag, name) }))
    const edits: Edit[] = []
    const collected = {
      bytes,
      edit: (start: number, end: number, made: Uint8Array) => edits.push({ start, end, bytes: made }),
    }
    for (const { name, value } of attributes) setAttribute(collected, tag, name, value)
    // A page may contain such attributes itself: what strangers wrote in it is not what its server sent.
    if (this.#options.hasMarks) removeAttributes(collected, tag, isMark)
    const { start, end: contentStart, nameEnd: markAt } = tag
    const formatting = outermostFormatting(element)
    const texts = content?.type === 'text' ? new InnerTexts() : undefined
    const held: Held = { element, formatting, content, texts, start, markAt, contentStart, edits, parts }
    if (!content) this.#writeWhenCertain(held)
    else if (element.isOpen) this.#held = held
  }

  /**
   * Whether an element may be changed here. What crawlers read may come before the record. In a browser the title is the script's: React 18
   * fails to hydrate a whole document that has another one.
   */
  #mayChange({ name }: StreamedElement, at: number): boolean {
    if (name === 'title' && this.#options.hasRoots) return false
    return this.#hasRecord || (/^(?:meta|title)$/.test(name) && this.#mayWriteAt(at))
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
    const { content, texts, start, element } = held
    if (!content || tag.start - start > maxHeld || (texts && !mayEnd(tag, element.name))) return
    this.#finish(held, content, tag.start)
  }

  /** Replaces the content of a held element. */
  #finish(held: Held, { type, payload, markup }: ChangedContent, end: number) {
    const { contentStart, texts, edits, parts, element } = held
    const own = textOf(this.#window.bytes, contentStart, end)
    if (element.isHydrated) {
      if (!own) return
      edits.push({ start: contentStart, end: contentStart, bytes: bytesOf(shownInFront(markup)) })
      parts.push({ name: 'root', own: undefined })
      this.#writeWhenCertain(held)
      return
    }
    const made = texts?.hasElements ? texts.change(own, payload) : { markup, own }
    if (!made) return
    edits.push({ start: contentStart, end, bytes: bytesOf(made.markup) })
    parts.push({ name: type, own: made.own })
    this.#writeWhenCertain(held)
  }

  #writeWhenCertain(held: Held) {
    if (held.formatting?.isOpen) this.#waiting.push(held)
    else this.#write(held)
  }

  #writeWaiting() {
    const waiting = this.#waiting
    this.#waiting = []
    for (const held of waiting) this.#write(held)
  }

  /** Writes an element's edits and its marks, if the browser can restore all of it. */
  #write({ element: { name }, markAt, edits, parts }: Held) {
    const { pattern } = this.#record
    const marks = this.#options.hasMarks
      ? marksOf(parts, { pattern, element: name, base: this.#facts.base })
      : ''
    if (marks === undefined) return
    // Right behind the tag's name: behind the last attribute, one without a value could take the marks for it.
    this.#window.edit(markAt, markAt, bytesOf(marks))
    for (const { start, end, bytes } of edits) this.#window.edit(start, end, bytes)
  }

  /**
   * Puts the record into the head: before the first script, and so before the tag, but not where it would push the
   * declaration of the encoding out of the browser's sight. A tag that comes before it asks for the record itself.
   */
  #putRecord(at: number) {
    if (this.#hasRecord || !this.#mayWriteAt(at)) return
    this.#hasRecord = true
    const script = `<script type="application/json" id="motif-record">${escapeJson(this.#record)}</script>`
    this.#window.edit(at, at, toBytes(script))
  }

  /** Whether what is written here leaves the declaration of the encoding where browsers look for it. */
  #mayWriteAt(at: number): boolean {
    return !this.#isUndeclared && (this.#isEncodingKnown || !this.#isDeclaredBehind(at))
  }

  /** Whether the encoding is declared behind a position, where browsers look for it, as far as the page has come. */
  #isDeclaredBehind(at: number): boolean {
    const end = Math.min(declarationBytes - this.#passed, this.#window.bytes.length)
    return at < end && /<meta[^<>]*charset\s*=/i.test(textOf(this.#window.bytes, at, end))
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

/** Whether a tag may end an element whose text is held. */
function mayEnd({ name: { text }, isEnd }: TagToken, held: string): boolean {
  return isEnd ? text === held : /^(?:li|dt|dd|p|td|th|option)$/.test(held)
}
