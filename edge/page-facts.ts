import { ownValue } from './edits.ts'
import type { TagToken } from './html/tag.ts'
import { Unsure } from './html/unsure.ts'

/** Script addresses of frameworks that hydrate the whole document: Next, Remix, React Router, SvelteKit. */
const wholeDocument = /\/_next\/|\/_app\/immutable\/|entry\.client|__remix|__reactRouter/

/** What start tags say about the whole page: its base URL, its encoding, a framework that hydrates all of it. */
export class PageFacts {
  /** The URL against which relative ones are resolved: that of the first `base` element counts. */
  base: string
  #hasBase = false
  /** Whether a framework will hydrate the whole document. */
  isHydrated = false

  constructor(pageUrl: string) {
    this.base = pageUrl
  }

  /** Reads a start tag. Throws `Unsure` if the page is better left alone. */
  lookAt(bytes: Uint8Array, tag: TagToken): void {
    const { text, isOfHead } = tag.name
    if (!isOfHead) return
    const value = (name: string) => ownValue(bytes, tag, name) ?? ''
    const href = value('href')
    if (text === 'meta' && /iso-2022|utf-7|hz-gb/i.test(value('charset') + value('content')))
      throw new Unsure('an encoding that is not ASCII')
    if (text === 'base' && href && !this.#hasBase) {
      this.#hasBase = true
      this.base = new URL(href, this.base).href
    }
    this.isHydrated ||= wholeDocument.test(text === 'script' ? value('src') : text === 'link' ? href : '')
  }
}
