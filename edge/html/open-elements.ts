import { type Attributes, noAttributes } from './attributes.ts'
import { createElement, type StreamedElement } from './element.ts'
import { type TagName, tagNameCount } from './tag-name.ts'
import { Unsure } from './unsure.ts'

/** A start tag as the tree needs it. */
export interface StartTag {
  name: TagName
  isSelfClosing: boolean
  attributes: Attributes
  /** Whether the page leaves it out. */
  isImplied?: boolean
}

/** The start tag that a parser adds if a page leaves it out. */
export const impliedTag = (name: TagName): StartTag => ({
  name,
  isSelfClosing: false,
  attributes: noAttributes,
  isImplied: true,
})

const none: readonly string[] = []

/** https://html.spec.whatwg.org/#the-stack-of-open-elements */
export class OpenElements {
  /** The innermost open element. */
  current: StreamedElement | undefined
  /** The open form. */
  form: StreamedElement | undefined
  readonly #elements: StreamedElement[] = []
  /** How many elements of each name are open. It saves most searches. */
  readonly #counts = new Uint16Array(tagNameCount)

  get depth(): number {
    return this.#elements.length
  }

  insert(tag: StartTag, parent = this.current, isForeign = false): StreamedElement {
    const element = createElement(tag.name, parent, tag.attributes, isForeign)
    element.isImplied = tag.isImplied ?? false
    const isClosed = isForeign ? tag.isSelfClosing : tag.name.isVoid
    if (isClosed) element.isOpen = false
    else this.#push(element)
    return element
  }

  /** Opens a template that is the shadow root of the innermost open element, and no child of it. */
  openShadowRoot({ name, attributes }: StartTag): void {
    const host = this.current
    if (host) host.hasShadowRoot = true
    // The constructor of a custom element may have attached one already. Then the template is an ordinary child.
    if (host && !host.tagName.isShadowHost) host.children = Number.NaN
    this.#push(createElement(name, undefined, attributes, false))
  }

  #push(element: StreamedElement): void {
    this.#elements.push(element)
    this.#count(element.tagName, 1)
    this.current = element
  }

  pop(): void {
    const element = this.#elements.pop()
    if (!element) return
    element.isOpen = false
    this.#count(element.tagName, -1)
    this.current = this.#elements[this.#elements.length - 1]
  }

  #count({ id }: TagName, by: number): void {
    this.#counts[id] = (this.#counts[id] as number) + by
  }

  /** Whether an element of a known name is open. */
  has({ id }: TagName): boolean {
    return this.#counts[id] !== 0
  }

  /** https://html.spec.whatwg.org/#has-an-element-in-the-specific-scope */
  hasInScope(name: TagName, more = none): boolean {
    if (!this.has(name)) return false
    const found = this.innermost((one) => one === name || one.isScopeBorder || more.includes(one.text))
    return found?.tagName === name
  }

  innermost(is: (name: TagName) => boolean): StreamedElement | undefined {
    for (let place = this.#elements.length - 1; place >= 0; place--) {
      const element = this.#elements[place] as StreamedElement
      if (is(element.tagName)) return element
    }
    return undefined
  }

  /** Closes an element and everything open inside it. Throws `Unsure` for formatting, which would be reopened after it. */
  popThrough(name: string): void {
    while (this.current && this.current.name !== name) {
      if (this.current.tagName.isFormatting) throw new Unsure('formatting across elements')
      this.pop()
    }
    this.pop()
  }

  /** Closes elements that need no end tag. https://html.spec.whatwg.org/#generate-implied-end-tags */
  popImplied(except?: string): void {
    while (this.current && this.current.name !== except && this.current.tagName.hasImpliedEnd) this.pop()
  }
}
