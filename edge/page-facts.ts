import { isOfWholeDocument } from './apply/hydrated.ts'
import { textOf } from './html/ascii.ts'
import type { TagToken } from './html/tag.ts'
import { Unsure } from './html/unsure.ts'

/** What start tags say about the whole page: its base URL, its encoding, a framework that hydrates all of it. */
export class PageFacts {
  /** The URL against which relative ones are resolved. */
  base: string
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
  script: (_, value) => needStill(value('src')),
  link: (_, value) => needStill(value('href')),
  base: (facts, value) => facts.rebase(value('href')),
  meta(_, value) {
    if (/iso-2022|utf-7|hz-gb/i.test(value('charset') + value('content')))
      throw new Unsure('an encoding that is not ASCII')
  },
}

function needStill(url: string) {
  if (isOfWholeDocument(url)) throw new Unsure('hydrated')
}

function valueIn(bytes: Uint8Array, tag: TagToken, name: string): string {
  const found = tag.find(bytes, name)
  return found ? textOf(bytes, found.valueStart, found.valueEnd) : ''
}
