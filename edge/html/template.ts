import { type Passage, passageIn } from './passage.ts'
import type { TagToken } from './tag.ts'
import { Unsure } from './unsure.ts'

/** Reads the content of a template only to find its end: nothing in it is a target. */
export class TemplateContent {
  #depth = 1
  /** The element whose content is read in another way. */
  #within: string | undefined

  /** Whether the template has ended. */
  get isOver(): boolean {
    return this.#depth === 0
  }

  /** Undefined in an SVG or MathML, which may have HTML in them. */
  get isInForeign(): false | undefined {
    return this.#within === 'svg' || this.#within === 'math' ? undefined : false
  }

  /** Takes a tag. Returns how what follows has to be read, if not as usual. */
  tag({ name, isEnd, isSelfClosing }: TagToken): Passage | undefined {
    const { text } = name
    if (this.#within !== undefined) {
      if (text === 'template' || name.isRawText) throw new Unsure(`${text} in ${this.#within}`)
      if (isEnd && text === this.#within) this.#within = undefined
      return undefined
    }
    if (isEnd) {
      if (text === 'template') this.#depth--
      return undefined
    }
    if (text === 'plaintext' || text === 'frameset') throw new Unsure(text)
    if (text === 'template') this.#depth++
    if (text !== 'svg' && text !== 'math' && text !== 'select') return passageIn(name)
    this.#within = isSelfClosing ? undefined : text
    return undefined
  }
}
