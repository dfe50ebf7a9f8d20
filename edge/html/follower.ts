import { textOf } from './ascii.ts'
import type { Attributes } from './attributes.ts'
import { blankBytes } from './blanks.ts'
import { modeOf } from './doctype.ts'
import type { StreamedElement } from './element.ts'
import { type Passage, passageIn } from './passage.ts'
import type { TagToken } from './tag.ts'
import { TemplateContent } from './template.ts'
import type { TokenHandler } from './tokenizer.ts'
import { Tree } from './tree.ts'
import { Unsure } from './unsure.ts'

/** Callbacks for a page whose tree is followed. They are not called for the content of templates. */
export interface PageListener {
  /** The first tag follows. */
  begin(page: { isQuirks: boolean }): { countsTypes: boolean }
  /** Reads the wanted attributes of a start tag. */
  attributesOf(bytes: Uint8Array, tag: TagToken): Attributes
  /** The tree has taken a tag. Elements may have ended before it. */
  taken(bytes: Uint8Array, tag: TagToken, element: StreamedElement | undefined): void
  /** A text that is not blank, before the body, where it changes the tree. */
  text(at: number): void
}

/** Follows the tree of a page, token by token, as long as it is certain. */
export class PageFollower implements TokenHandler {
  readonly #tree = new Tree()
  readonly #listener: PageListener
  #template: TemplateContent | undefined
  #isBegun = false
  #hasDoctype = false

  constructor(listener: PageListener) {
    this.#listener = listener
  }

  get isInForeign(): boolean | undefined {
    return this.#template ? this.#template.isInForeign : this.#tree.current?.isForeign === true
  }

  get isHeadOver(): boolean {
    return this.#tree.isHeadOver
  }

  text(bytes: Uint8Array, start: number, end: number): number {
    if (!this.#tree.isTextSignificant || this.#template || this.isInForeign) return end
    for (let at = start; at < end; ) {
      const blanks = blankBytes(bytes, at, end)
      if (blanks === undefined) return at
      if (blanks === 0) {
        this.#tree.text()
        this.#listener.text(at)
        return end
      }
      at += blanks
    }
    return end
  }

  comment(): void {}

  doctype(bytes: Uint8Array, start: number, end: number): void {
    if (this.#hasDoctype || this.#isBegun || this.#tree.current) return
    this.#hasDoctype = true
    const mode = end - start > 1000 ? 'unknown' : modeOf(textOf(bytes, start, end))
    if (mode === 'unknown') throw new Unsure('a doctype that is not known')
  }

  tag(bytes: Uint8Array, tag: TagToken): Passage | undefined {
    if (this.#template) return this.#tagInTemplate(tag, this.#template)
    return tag.isEnd ? this.#end(bytes, tag) : this.#start(bytes, tag)
  }

  #end(bytes: Uint8Array, tag: TagToken): undefined {
    this.#tree.end(tag.name)
    this.#listener.taken(bytes, tag, undefined)
  }

  #start(bytes: Uint8Array, tag: TagToken): Passage | undefined {
    if (!this.#isBegun) this.#begin()
    if (tag.attributeCount > 0) tag.attributes = this.#listener.attributesOf(bytes, tag)
    const element = this.#tree.start(tag)
    this.#listener.taken(bytes, tag, element?.isShadowRoot ? undefined : element)
    return element && this.#enter(element)
  }

  #begin() {
    this.#isBegun = true
    const isQuirks = !this.#hasDoctype
    this.#tree.begin({ isQuirks, ...this.#listener.begin({ isQuirks }) })
  }

  /** Enters an element. Returns how its content has to be read, if not as usual. */
  #enter({ tagName, isForeign, isOpen }: StreamedElement): Passage | undefined {
    if (isForeign || !isOpen) return undefined
    if (tagName.text === 'template') this.#template = new TemplateContent()
    return passageIn(tagName)
  }

  #tagInTemplate(tag: TagToken, template: TemplateContent): Passage | undefined {
    const passage = template.tag(tag)
    if (template.isOver) {
      this.#template = undefined
      this.#tree.endTemplate()
    }
    return passage
  }
}
