import { textSeparator } from '../../wire/done.ts'
import { areDifferent, decideTexts, goesWithWords, isApart, letters } from '../../wire/texts.ts'
import { ownValue } from '../edits.ts'
import { textOf } from '../html/ascii.ts'
import type { StreamedElement } from '../html/element.ts'
import { escapeText } from '../html/escape.ts'
import type { TagToken } from '../html/tag.ts'
import { readText } from './read-text.ts'

/** A text between two tags or comments of a target, perhaps empty. */
interface Run {
  /** Its place in the target's content. */
  start: number
  /** As it is in the bytes, and what is written instead. */
  own: string
  made?: string
  /** As scripts read it. `undefined`: only its encoding would tell. */
  text: string | undefined
  open: Open
}

/** An open element: the target, or one inside. */
interface Open {
  element: StreamedElement
  /** Whether style sheets hardly hide what is in it: it is the target, or formatting without attributes. */
  isPlain: boolean
  isApart: boolean
  isEmpty: boolean
}

const formatting = /^(?:abbr|b|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u)$/

/** Elements whose text is no text to the parser, or loses its first line break, and scripts, which may write more. */
const particular = /^(?:script|template|iframe|noembed|noframes|xmp|title|pre|listing)$/

/** The separator in the page's own words. */
const separators = /\xe2\x81\xa3|&#(?:8291|x2063)\b/i

/** The texts in a target, which are changed as the script does (wire/texts.ts). */
export class InnerTexts {
  readonly #runs: Run[] = []
  readonly #open: Open[]
  /** What goes with the words is hidden: here its tags get the attribute. */
  readonly #hidden: number[] = []
  #at = 0
  #hasIcons = false
  #isUnread = false
  /** The first text with words, whether others say something else, and whether all are plain. */
  #first: Run | undefined
  #areDifferent = false
  #isPlain = true

  constructor(target: StreamedElement) {
    this.#open = [{ element: target, isPlain: true, isApart: false, isEmpty: true }]
  }

  get #current(): Open {
    return this.#open.at(-1) as Open
  }

  /**
   * Takes a tag. Returns whether the text may still be changed.
   *
   * @param contentStart the place of the target's content among the bytes
   * @param element the element that the tag begins
   */
  take(
    bytes: Uint8Array,
    tag: TagToken,
    contentStart: number,
    element: StreamedElement | undefined,
  ): boolean {
    const isSure = this.#close(textOf(bytes, contentStart + this.#at, tag.start)) && !this.#isUnread
    this.#at = tag.end - contentStart
    const hasEnded = this.#end()
    // An end tag that ends nothing leaves one text on both sides.
    if (!isSure || tag.isEnd) return isSure && hasEnded
    return !!element && this.#start(bytes, tag, contentStart, element)
  }

  /** Takes what is between two tags. Comments divide it. */
  #close(raw: string): boolean {
    const isRaw = this.#current.element.tagName.isRawText
    const pieces = isRaw || !raw.includes('<') ? [raw] : raw.split(/(<!--(?!-?>)[\s\S]*?-->)/)
    for (const [place, piece] of pieces.entries()) {
      if (piece) this.#current.isEmpty = false
      if (!isRaw && (place % 2 === 1 ? piece.includes('--!>') : /<[!?/]/.test(piece))) return false
      if (place % 2 === 0) this.#add(piece)
      this.#at += piece.length
    }
    return !this.#areDifferent || (this.#isPlain && this.#first?.open === this.#open[0])
  }

  #add(own: string) {
    const open = this.#current
    const text = open.isApart ? '' : readText(own)
    const run = { start: this.#at, own, text, open }
    this.#runs.push(run)
    if (text === undefined) this.#isUnread = true
    if (!letters(text)) return
    if (this.#first) this.#areDifferent ||= areDifferent([`${this.#first.text}`, `${text}`])
    else this.#first = run
    this.#isPlain &&= open.isPlain
  }

  /** Leaves the elements that have ended. Returns whether there are any. */
  #end(): boolean {
    let hasEnded = false
    while (this.#open.length > 1 && !this.#current.element.isOpen) {
      if (hasEnded) this.#add('')
      if (this.#open.pop()?.isEmpty) this.#hasIcons = true
      hasEnded = true
    }
    return hasEnded
  }

  #start(bytes: Uint8Array, tag: TagToken, contentStart: number, element: StreamedElement): boolean {
    const { text } = tag.name
    if (element.name !== text || (particular.test(text) && !element.isForeign)) return false
    const alt = text === 'img' ? ownValue(bytes, tag, 'alt') : undefined
    if (goesWithWords(text, readText(alt ?? '') ?? '')) {
      if (tag.find(bytes, 'hidden')) return false
      this.#hidden.push(tag.nameEnd - contentStart)
    } else if (!element.isOpen || isApart(text)) this.#hasIcons = true
    this.#enter(element, tag.attributeCount === 0 && formatting.test(text))
    if (element.isOpen) return true
    this.#add('')
    this.#open.pop()
    return true
  }

  #enter(element: StreamedElement, isPlain: boolean) {
    if (element.parent && element.parent !== this.#current.element) {
      // The page leaves its tag out.
      this.#enter(element.parent, false)
      this.#add('')
    }
    const parent = this.#current
    parent.isEmpty = false
    this.#open.push({
      element,
      isPlain: isPlain && parent.isPlain,
      isApart: parent.isApart || isApart(element.name),
      isEmpty: true,
    })
  }

  /**
   * The content with another text, and what the mark keeps of it: the texts that are changed, each in its place among the others.
   * `undefined` if it is left to the browser.
   */
  change(content: string, payload: string): { markup: string; own: string } | undefined {
    const isSure = this.#close(content.slice(this.#at))
    if (this.#end()) this.#add('')
    const runs = this.#runs
    if (!isSure || (this.#isUnread && runs.length > 1) || separators.test(content)) return undefined
    const texts = runs.filter(({ own, open }) => own && !open.isApart)
    if (!texts[0]) texts.push(runs.at(-1) as Run)
    const owns = texts.map(({ own, text }) => text ?? own)
    decideTexts(owns, payload, this.#hasIcons, (at, text) =>
      Object.assign(texts[at] as Run, { made: escapeText(text) }),
    )
    if (texts.some(({ made, open }) => made && isMoved(made, open.element))) return undefined
    const last = runs.findLastIndex(({ made }) => made !== undefined)
    const kept = runs.slice(0, last + 1).map(({ own, made }) => (made === undefined ? '' : own))
    return { markup: this.#written(content), own: kept.join(escapeText(textSeparator)) }
  }

  #written(content: string): string {
    const hidden = this.#hidden.map((start) => ({ start, own: '', made: ' hidden' }))
    let markup = ''
    let at = 0
    for (const { start, own, made = own } of [...this.#runs, ...hidden].sort((a, b) => a.start - b.start)) {
      markup += content.slice(at, start) + made
      at = start + own.length
    }
    return markup + content.slice(at)
  }
}

/** Whether a parser would move a text out of an element, or drop its first line break. */
const isMoved = (text: string, { tagName }: StreamedElement) =>
  tagName.isTableContext || (/^(?:pre|listing)$/.test(tagName.text) && text.startsWith('\n'))
