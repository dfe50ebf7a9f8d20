import type { Passage } from './passage.ts'
import { passageIn } from './passage.ts'
import type { TagToken } from './tag.ts'
import { Unsure } from './unsure.ts'

/** What stands in a template: nothing of it is a target. Only where it ends counts. */
export class TemplateContent {
  #depth = 1
  /** The element in whose content tags are read otherwise. */
  #within: string | undefined

  /** Whether the template has come to its end. */
  get isOver(): boolean {
    return this.#depth === 0
  }

  /** Answers how what follows the tag has to be read. */
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
