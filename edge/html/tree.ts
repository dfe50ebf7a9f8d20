import type { StreamedElement } from './element.ts'
import { endForeign, startForeign } from './foreign.ts'
import { endInBody, isInSelect, startInBody } from './in-body.ts'
import { endInTable, endTablePart, startInTable, startTablePart } from './in-table.ts'
import { impliedTag, OpenElements, type StartTag } from './open-elements.ts'
import { type TagName, tagNameOf } from './tag-name.ts'
import { Unsure } from './unsure.ts'

/** The attribute by which a template is a shadow root. */
export const shadowMode = 'shadowrootmode'

/** Chromium flattens elements that are nested deeper than 512. */
const maxDepth = 500

const html = tagNameOf('html')
const head = tagNameOf('head')
const body = tagNameOf('body')
const noscript = tagNameOf('noscript')
const table = tagNameOf('table')
const template = tagNameOf('template')

/**
 * The tree of a page, as far as it is certain, after https://html.spec.whatwg.org/#tree-construction. Where the standard would
 * reopen formatting, move misplaced content out of a table, or repair in other ways, it throws `Unsure`. From there on nothing is
 * known about the page.
 */
export class Tree {
  /** Whether the page has no doctype. Then a table may be inside a paragraph. */
  isQuirks = true
  readonly #open = new OpenElements()
  #head: StreamedElement | undefined
  isHeadOver = false
  #hasBody = false

  /** The innermost open element. */
  get current(): StreamedElement | undefined {
    return this.#open.current
  }

  /** Whether text matters here: before the body, or where a table would move it. */
  get isTextSignificant(): boolean {
    return !this.#hasBody || this.#open.current?.tagName.isTableContext === true
  }

  /** Takes text that is not blank. */
  text(): void {
    const name = this.current?.tagName
    if (name && (name.text === 'template' || name.isRawText)) return
    if (name?.isTableContext) throw new Unsure('text in a table')
    this.#needBody()
  }

  /** Takes a start tag. Returns its element; `undefined` if it creates none. */
  start(tag: StartTag): StreamedElement | undefined {
    const { name } = tag
    if (name.isUnsure || this.#open.depth > maxDepth) throw new Unsure(name.text)
    if (this.current?.isForeign) return startForeign(this.#open, tag)
    if (name === html) return this.#startHtml(tag)
    if (name === head) return this.#startHead(tag)
    if (name === body) return this.#startBody(tag)
    if (name.isOfHead && !this.#hasBody && !(this.isHeadOver && name === noscript)) {
      // After the head's end tag, too.
      this.#needHead()
      return this.#open.insert(tag, this.#head)
    }
    this.#needBody()
    if (name !== template || !this.#isShadowRoot(tag)) return this.#startInContext(tag)
    this.#open.openShadowRoot(tag)
    return undefined
  }

  /** Takes an end tag. */
  end(name: TagName): void {
    const { current } = this
    if (current?.isForeign) endForeign(this.#open, name)
    else if (current?.tagName.isRawText) {
      if (current.tagName === name) this.#open.pop()
    } else if (name === head) this.#endHead()
    else if (name === body || name === html) this.#needBody()
    else if (name.text === 'br' || name.text === 'template') throw new Unsure(`</${name.text}>`)
    else if (this.#hasBody) this.#endInContext(name)
  }

  /** Ends the open template. Its content is not part of the page. */
  endTemplate(): void {
    this.#open.pop()
  }

  /** Whether a template becomes the shadow root of the innermost open element. https://html.spec.whatwg.org/#parsing-main-inhead */
  #isShadowRoot({ attributes }: StartTag): boolean {
    const host = this.current
    if (!attributes.has(shadowMode) || !host || host.hasShadowRoot) return false
    if (!host.tagName.isShadowHost && !host.name.includes('-')) return false
    const mode = attributes.get(shadowMode)
    if (mode === undefined) throw new Unsure('a shadow root of which the mode cannot be read')
    return /^(?:open|closed)$/i.test(mode)
  }

  #startInContext(tag: StartTag): StreamedElement | undefined {
    const { current } = this
    if (isInSelect(current) && (!tag.name.isOfSelect || tag.name.text === 'select'))
      throw new Unsure('something in a select')
    if (tag.name.isTablePart) return startTablePart(this.#open, tag)
    if (current?.tagName.isTableContext) return startInTable(this.#open, tag)
    return startInBody(this.#open, tag, this.isQuirks)
  }

  #endInContext(name: TagName) {
    if (isInSelect(this.current) && !name.isOfSelect) throw new Unsure('an end tag in a select')
    if (name.isTablePart || name === table) endTablePart(this.#open, name)
    else if (this.current?.tagName.isTableContext) endInTable(this.#open, name)
    else endInBody(this.#open, name)
  }

  #startHtml(tag: StartTag) {
    if (this.#open.depth > 0) throw new Unsure('a second html')
    return this.#open.insert(tag)
  }

  #startHead(tag: StartTag) {
    if (this.#head) return undefined
    this.#needHtml()
    this.#head = this.#open.insert(tag)
    return this.#head
  }

  #startBody(tag: StartTag) {
    if (this.#hasBody) throw new Unsure('a second body')
    this.#endHead()
    this.#hasBody = true
    return this.#open.insert(tag)
  }

  #needHtml() {
    if (this.#open.depth === 0) this.#open.insert(impliedTag(html))
  }

  #needHead() {
    if (this.#head) return
    this.#needHtml()
    this.#head = this.#open.insert(impliedTag(head))
  }

  #endHead() {
    if (this.isHeadOver) return
    this.#needHead()
    if (this.current !== this.#head) throw new Unsure('an open head')
    this.#open.pop()
    this.isHeadOver = true
  }

  #needBody() {
    if (!this.#hasBody) this.#startBody(impliedTag(body))
  }
}
