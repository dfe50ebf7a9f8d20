import { byte, isBlank, textOf } from './ascii.ts'
import type { Attributes } from './attributes.ts'
import type { StreamedElement } from './element.ts'
import { type Passage, passageIn } from './passage.ts'
import type { TagToken } from './tag.ts'
import { TemplateContent } from './template.ts'
import { Tree } from './tree.ts'
import { Unsure } from './unsure.ts'

/** Callbacks for a page whose tree is followed. They are not called for the content of templates. */
export interface PageListener {
  /** The first tag follows. */
  begin(page: { isQuirks: boolean }): void
  /** Reads the wanted attributes of a start tag. */
  attributesOf(bytes: Uint8Array, tag: TagToken): Attributes
  /** The tree has taken a tag. Elements may have ended before it. */
  taken(bytes: Uint8Array, tag: TagToken, element: StreamedElement | undefined): void
  /** A text that is not blank, before the body, where it changes the tree. */
  text(at: number): void
}

/** Follows the tree of a page, token by token, as long as it is certain. */
export class PageFollower {
  readonly tree = new Tree()
  readonly #listener: PageListener
  #template: TemplateContent | undefined
  #isBegun = false

  constructor(listener: PageListener) {
    this.#listener = listener
  }

  /** Whether `<![CDATA[` begins a CDATA section; undefined if that is not known. */
  get isInForeign(): boolean | undefined {
    return this.#template ? this.#template.isInForeign : this.tree.current?.isForeign === true
  }

  /** Takes text. */
  text(bytes: Uint8Array, start: number, end: number): void {
    if (!this.tree.isTextSignificant || this.#template || this.isInForeign) return
    let at = start
    while (at < end && isBlank(bytes[at])) at++
    if (at === end) return
    if (bytes[at] === byte.ampersand) throw new Unsure('a character reference, which may be a blank')
    this.tree.text()
    this.#listener.text(at)
  }

  doctype(bytes: Uint8Array, start: number, end: number): void {
    if (this.#isBegun || this.tree.current) return
    if (!standardDoctype.test(textOf(bytes, start, end))) throw new Unsure('a doctype that is not known')
    this.tree.isQuirks = false
  }

  /** Takes a tag, which is valid only during the call. Returns how what follows has to be read, if not as usual. */
  tag(bytes: Uint8Array, tag: TagToken): Passage | undefined {
    if (this.#template) return this.#tagInTemplate(tag, this.#template)
    if (!tag.isEnd) return this.#start(bytes, tag)
    this.tree.end(tag.name)
    this.#listener.taken(bytes, tag, undefined)
    return undefined
  }

  #start(bytes: Uint8Array, tag: TagToken): Passage | undefined {
    if (!this.#isBegun) this.#listener.begin(this.tree)
    this.#isBegun = true
    if (tag.attributeCount > 0) tag.attributes = this.#listener.attributesOf(bytes, tag)
    const element = this.tree.start(tag)
    this.#listener.taken(bytes, tag, element)
    if (this.isInForeign) return undefined
    if (this.tree.current?.name === 'template') this.#template = new TemplateContent()
    return element?.isOpen ? passageIn(tag.name) : undefined
  }

  #tagInTemplate(tag: TagToken, template: TemplateContent): Passage | undefined {
    const passage = template.tag(tag)
    if (template.isOver) {
      this.#template = undefined
      this.tree.endTemplate()
    }
    return passage
  }
}

/** Doctypes of real pages that set no quirks. https://html.spec.whatwg.org/#the-initial-insertion-mode */
const standardDoctype =
  /^<!doctype\s+html\s*(?:system\s+["']about:legacy-compat["']\s*|public\s+["']-\/\/w3c\/\/dtd (?:xhtml 1\.0 (?:strict|transitional)|xhtml 1\.1|html 4\.01)\/\/en["']\s+["']http:\/\/www\.w3\.org\/[^"'<>]*["']\s*)?>$/i
