import { isOfWholeDocument } from './apply/hydrated.ts'
import { textOf } from './html/ascii.ts'
import type { TagToken } from './html/tag.ts'
import { Unsure } from './html/unsure.ts'

/** What start tags say about the whole page: its base URL, its encoding, a framework that hydrates all of it. */
export class PageFacts {
  /** The URL against which relative ones are resolved. */
  base: string
  /** Whether a framework will hydrate the whole document. */
  isHydrated = false
  #hasBase = false

  constructor(pageUrl: string) {
    this.base = pageUrl
  }

  /** Reads a start tag. Throws `Unsure` if the page is better left alone. */
  lookAt(bytes: Uint8Array, tag: TagToken): void {
    const look = looks[tag.name.text]
    if (look) look(this, (name) => valueIn(bytes, tag, name))
  }

  /** Takes the address of a `base` element; the first one counts. */
  rebase(href: string): void {
    if (this.#hasBase || !href) return
    this.#hasBase = true
    this.base = new URL(href, this.base).href
  }
}

const looks: Record<string, (facts: PageFacts, value: (name: string) => string) => void> = {
  __proto__: null as never,
  script: (facts, value) => seeAddress(facts, value('src')),
  link: (facts, value) => seeAddress(facts, value('href')),
  base: (facts, value) => facts.rebase(value('href')),
  meta(_, value) {
    if (/iso-2022|utf-7|hz-gb/i.test(value('charset') + value('content')))
      throw new Unsure('an encoding that is not ASCII')
  },
}

function seeAddress(facts: PageFacts, url: string) {
  facts.isHydrated ||= isOfWholeDocument(url)
}

function valueIn(bytes: Uint8Array, tag: TagToken, name: string): string {
  const found = tag.find(bytes, name)
  return found ? textOf(bytes, found.valueStart, found.valueEnd) : ''
}
