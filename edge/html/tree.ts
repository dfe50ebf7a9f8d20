import { createElement, type StreamedElement } from './element.ts'
import {
  breakouts,
  cells,
  closedInScope,
  closesParagraph,
  formattingElements,
  headElements,
  headings,
  impliedEnds,
  integrationPoints,
  scopeBorders,
  specialElements,
  tableBodies,
  tableParts,
  unsure,
  voidElements,
} from './names.ts'

/** Chromium flattens what is nested deeper than 512. */
const maxDepth = 500

/** What a start tag means for the tree. */
export interface StartTag {
  name: string
  isSelfClosing: boolean
  attributes: StreamedElement['attributes']
}

/** How the tree is no longer surely the browser's: it would move, repair or drop something. */
export class Unsure extends Error {}

/**
 * The stack of open elements as far as it is certain, after https://html.spec.whatwg.org/#tree-construction. Where the
 * standard would reopen formatting, move what stands wrong in a table, or repair otherwise, it throws `Unsure`, and no
 * more is known of the rest of the page.
 */
export class Tree {
  readonly #stack: StreamedElement[] = []
  #head: StreamedElement | undefined
  #form: StreamedElement | undefined
  #isHeadOver = false
  /** In quirks mode a table stands in a paragraph. */
  isQuirks = false

  /** The innermost open element. */
  get current(): StreamedElement | undefined {
    return this.#stack.at(-1)
  }

  /** Whether the head is over, so that what follows stands in the body. */
  get hasBody(): boolean {
    return this.#stack.some(({ name }) => name === 'body')
  }

  get isHeadOver(): boolean {
    return this.#isHeadOver
  }

  /** Whether text here has to be looked at: before the body, or where a table would move it. */
  get isTextTelling(): boolean {
    return !this.#isHeadOver || !this.hasBody || isTableContext(this.current)
  }

  /** Takes text that is not all blank. */
  text(): void {
    const { current } = this
    if (current && (current.name === 'template' || isTextHolder(current))) return
    if (isTableContext(current)) throw new Unsure('text in a table')
    this.#needBody()
  }

  /** Takes a start tag. `undefined`: it makes no element. */
  start(tag: StartTag): StreamedElement | undefined {
    const { name } = tag
    if (unsure.has(name) || this.#stack.length > maxDepth) throw new Unsure(name)
    if (this.current?.isForeign) return this.#startForeign(tag)
    if (name === 'html') return this.#startHtml(tag)
    if (name === 'head') return this.#startHead(tag)
    if (name === 'body') return this.#startBody(tag)
    if (headElements.has(name) && !this.hasBody) return this.#startInHead(tag)
    this.#needBody()
    return this.#startInContext(tag)
  }

  /** Takes an end tag. */
  end(name: string): void {
    const { current } = this
    if (current?.isForeign) this.#endForeign(name)
    else if (current && isTextHolder(current)) this.#endIfCurrent(name)
    else if (name === 'head') this.#endHead()
    else if (name === 'body' || name === 'html') this.#needBody()
    else if (name === 'br' || name === 'template') throw new Unsure(`</${name}>`)
    else if (this.hasBody) this.#endInContext(name)
  }

  #endIfCurrent(name: string) {
    if (this.current?.name === name) this.#pop()
  }

  #endInContext(name: string) {
    if (isInSelect(this.current)) this.#endInSelect(name)
    else if (tableParts.has(name) || name === 'table') this.#endTablePart(name)
    else this.#endInBody(name)
  }

  /** Ends the template that is open. What stands in it is no part of the page. */
  endTemplate(): void {
    this.#pop()
  }

  #push(tag: StartTag, parent = this.current, isForeign = false): StreamedElement {
    const element = createElement(tag.name, parent, tag.attributes, isForeign)
    const isClosed = isForeign ? tag.isSelfClosing : voidElements.has(tag.name)
    if (isClosed) element.isOpen = false
    else this.#stack.push(element)
    return element
  }

  #pop(): void {
    const element = this.#stack.pop()
    if (element) element.isOpen = false
  }

  #implied(name: string): void {
    this.#push({ name, isSelfClosing: false, attributes: new Map() })
  }

  #startHtml(tag: StartTag) {
    if (this.#stack.length > 0) throw new Unsure('a second html')
    return this.#push(tag)
  }

  #startHead(tag: StartTag) {
    if (this.#head) return undefined
    this.#needHtml()
    this.#head = this.#push(tag)
    return this.#head
  }

  #startBody(tag: StartTag) {
    if (this.hasBody) throw new Unsure('a second body')
    this.#needHead()
    this.#endHead()
    return this.#push(tag)
  }

  /** Behind the head's end tag, its elements still belong to it. */
  #startInHead(tag: StartTag) {
    this.#needHead()
    return this.#push(tag, this.#head)
  }

  #needHtml() {
    if (this.#stack.length === 0) this.#implied('html')
  }

  #needHead() {
    this.#needHtml()
    if (this.#head) return
    this.#implied('head')
    this.#head = this.current
  }

  #endHead() {
    if (this.#isHeadOver) return
    this.#needHead()
    if (this.current !== this.#head) throw new Unsure('an open head')
    this.#pop()
    this.#isHeadOver = true
  }

  #needBody() {
    if (this.hasBody) return
    this.#endHead()
    this.#implied('body')
  }

  #startInContext(tag: StartTag): StreamedElement | undefined {
    const { current } = this
    if (isInSelect(current)) return this.#startInSelect(tag)
    if (tableParts.has(tag.name)) return this.#startTablePart(tag)
    if (isTableContext(current)) return this.#startInTable(tag)
    return this.#startInBody(tag)
  }

  /** https://html.spec.whatwg.org/#parsing-main-inbody */
  #startInBody(tag: StartTag): StreamedElement | undefined {
    const { name } = tag
    if (name === 'form' && this.#form) return undefined
    if (closesParagraph.has(name) || (name === 'table' && !this.isQuirks)) this.#closeParagraph()
    if (headings.has(name) && headings.has(this.current?.name ?? '')) throw new Unsure('a heading in another')
    if ((name === 'a' || name === 'nobr') && this.#isOpen(name)) throw new Unsure(`${name} in another`)
    if (name === 'button' && this.#isInScope('button')) throw new Unsure('a button in another')
    if (name === 'li') this.#closeItem(['li'])
    if (name === 'dd' || name === 'dt') this.#closeItem(['dd', 'dt'])
    if ((name === 'option' || name === 'optgroup') && this.current?.name === 'option') this.#pop()
    if (name === 'rt' || name === 'rp') this.#closeRuby()
    if (name === 'svg') return this.#push(tag, this.current, true)
    const element = this.#push(tag)
    if (name === 'form') this.#form = element
    return element
  }

  #closeParagraph() {
    if (!this.#isInScope('p', ['button'])) return
    this.#impliedEnds('p')
    if (this.current?.name !== 'p') throw new Unsure('something open in a paragraph')
    this.#pop()
  }

  #closeItem(names: string[]) {
    for (let place = this.#stack.length - 1; place >= 0; place--) {
      const { name } = this.#stack[place] as StreamedElement
      if (names.includes(name)) {
        this.#impliedEnds(name)
        if (this.current?.name !== name) throw new Unsure(`something open in ${name}`)
        this.#pop()
        break
      }
      if (specialElements.has(name) && !['address', 'div', 'p'].includes(name)) break
    }
    this.#closeParagraph()
  }

  #closeRuby() {
    if (!this.#isInScope('ruby')) return
    this.#impliedEnds()
    if (this.current?.name !== 'ruby') throw new Unsure('something open in ruby')
  }

  #startInSelect(tag: StartTag) {
    if (tag.name !== 'option' && tag.name !== 'optgroup') throw new Unsure('something in a select')
    if (this.current?.name === 'option') this.#pop()
    if (tag.name === 'optgroup' && this.current?.name === 'optgroup') this.#pop()
    return this.#push(tag)
  }

  #endInSelect(name: string) {
    if (name === 'optgroup' && this.current?.name === 'option') this.#pop()
    if (name === 'select') while (this.current?.name !== 'select') this.#pop()
    if (this.current?.name !== name) throw new Unsure('an end tag in a select')
    this.#pop()
  }

  /** https://html.spec.whatwg.org/#parsing-main-intable */
  #startInTable(tag: StartTag) {
    const { name, attributes } = tag
    if (name === 'style' || name === 'script' || name === 'template') return this.#push(tag)
    if (name === 'input' && attributes.get('type')?.toLowerCase() === 'hidden') return this.#push(tag)
    throw new Unsure(`${name} in a table`)
  }

  #startTablePart(tag: StartTag): StreamedElement | undefined {
    const { name } = tag
    if (!this.#innermost(['table'])) return undefined
    this.#closeCell()
    const { current } = this
    if (!isTableContext(current)) throw new Unsure(`${name} in ${current?.name}`)
    if (name === 'col') {
      if (current?.name !== 'colgroup')
        this.#startTablePart({ ...tag, name: 'colgroup', attributes: new Map() })
      return this.#push(tag)
    }
    if (cells.has(name)) this.#needRow()
    else if (name === 'tr') this.#needTableBody()
    else this.#popToTable(['table'])
    return this.#push(tag)
  }

  #needRow() {
    const at = this.#popToTable(['tr', ...tableBodies, 'table'])
    if (at?.name === 'table') this.#implied('tbody')
    if (at?.name !== 'tr') this.#implied('tr')
  }

  #needTableBody() {
    const at = this.#popToTable([...tableBodies, 'table'])
    if (at?.name === 'table') this.#implied('tbody')
  }

  /** Ends the parts of a table that are open, down to one of these. */
  #popToTable(names: string[]) {
    const at = this.#innermost(names)
    while (this.current !== at) this.#pop()
    return at
  }

  /** A cell or caption ends where another part of its table begins. What was open in it ends with it. */
  #closeCell() {
    const cell = this.#innermost(['td', 'th', 'caption', 'table'])
    if (!cell || cell.name === 'table') return
    while (cell.isOpen) this.#pop()
  }

  /** https://html.spec.whatwg.org/#parsing-main-intr and the like */
  #endTablePart(name: string) {
    const table = this.#innermost(['table'])
    const part = this.#innermost([name, 'table'])
    if (!table || part?.name !== name) return
    if (!cells.has(name) && name !== 'caption') this.#closeCell()
    while (part.isOpen) {
      if (name === 'table' && this.current !== part && !isTableContext(this.current))
        throw new Unsure('something open in a table')
      this.#pop()
    }
  }

  #endInBody(name: string) {
    if (isTableContext(this.current)) this.#endInTable(name)
    else if (name === 'p') this.#endParagraph()
    else if (name === 'form') this.#endForm()
    else if (formattingElements.has(name)) this.#endFormatting(name)
    else if (headings.has(name)) this.#endHeading(name)
    else if (endsInScope(name)) this.#endInScope(name)
    else this.#endOrdinary(name)
  }

  #endInScope(name: string) {
    if (this.#isInScope(name, name === 'li' ? ['ol', 'ul'] : [])) this.#popThrough(name)
  }

  #endInTable(name: string) {
    if (name === 'p' || name === 'form' || formattingElements.has(name))
      throw new Unsure(`</${name}> in a table`)
  }

  #endParagraph() {
    if (!this.#isInScope('p', ['button'])) throw new Unsure('</p> without a paragraph')
    this.#popThrough('p')
  }

  #endForm() {
    const form = this.#form
    this.#form = undefined
    if (!form?.isOpen || !this.#isInScope('form')) return
    this.#impliedEnds()
    if (this.current !== form) throw new Unsure('something open in a form')
    this.#pop()
  }

  #endFormatting(name: string) {
    if (this.current?.name === name) this.#pop()
    else if (this.#isOpen(name)) throw new Unsure(`${name} misnested`)
  }

  #endHeading(name: string) {
    const open = [...headings].filter((one) => this.#isInScope(one))
    if (open.length === 0) return
    if (open.length > 1 || open[0] !== name) throw new Unsure('another heading')
    this.#popThrough(name)
  }

  /** "Any other end tag". */
  #endOrdinary(name: string) {
    for (let place = this.#stack.length - 1; place >= 0; place--) {
      const element = this.#stack[place] as StreamedElement
      if (element.name === name) {
        this.#popThrough(name)
        return
      }
      if (specialElements.has(element.name)) return
    }
  }

  /** Ends an element and all that is open in it. Formatting would be opened again behind it. */
  #popThrough(name: string) {
    while (this.current && this.current.name !== name) {
      if (formattingElements.has(this.current.name)) throw new Unsure('formatting across elements')
      this.#pop()
    }
    this.#pop()
  }

  #impliedEnds(except?: string) {
    while (this.current && this.current.name !== except && impliedEnds.has(this.current.name)) this.#pop()
  }

  #isOpen(name: string): boolean {
    return this.#stack.some((element) => element.name === name)
  }

  #isInScope(name: string, more: string[] = []): boolean {
    for (let place = this.#stack.length - 1; place >= 0; place--) {
      const { name: open } = this.#stack[place] as StreamedElement
      if (open === name) return true
      if (scopeBorders.has(open) || more.includes(open)) return false
    }
    return false
  }

  #innermost(names: string[]): StreamedElement | undefined {
    return this.#stack.findLast(({ name }) => names.includes(name))
  }

  /** In an SVG only what surely stays in it is followed. */
  #startForeign(tag: StartTag) {
    const { current } = this
    const isPoint = integrationPoints.has(current?.name ?? '')
    if (isPoint || breakouts.has(tag.name) || tag.name === 'font') throw new Unsure(`${tag.name} in an SVG`)
    return this.#push(tag, current, true)
  }

  #endForeign(name: string) {
    if (name === 'p' || name === 'br') throw new Unsure(`</${name}> in an SVG`)
    if (this.current?.name !== name) throw new Unsure('an SVG misnested')
    this.#pop()
  }
}

/** Whether text and most elements would be moved before the table. */
function isTableContext(element: StreamedElement | undefined): boolean {
  const name = element?.name ?? ''
  return name === 'table' || name === 'tr' || name === 'colgroup' || tableBodies.has(name)
}

const isInSelect = (element: StreamedElement | undefined): boolean =>
  ['select', 'option', 'optgroup'].includes(element?.name ?? '') && isBelowSelect(element)

function isBelowSelect(element: StreamedElement | undefined): boolean {
  return !!element && (element.name === 'select' || isBelowSelect(element.parent))
}

const endsInScope = (name: string) => closedInScope.has(name) || ['li', 'dd', 'dt'].includes(name)

const isTextHolder = ({ name }: StreamedElement) =>
  /^(?:iframe|noembed|noframes|noscript|script|style|textarea|title|xmp)$/.test(name)
