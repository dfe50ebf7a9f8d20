import type { ContentItem, PageRecord } from '../../wire/record.ts'
import { type ContentType, isContentType } from '../../wire/targets.ts'
import { countType, type StreamedElement } from '../html/element.ts'
import { shadowMode } from '../html/tree.ts'
import { Candidates } from '../select/candidates.ts'
import {
  attributesIn,
  compileSelector,
  countsTypes,
  type Matcher,
  rememberSibling,
  Unreadable,
} from '../select/match.ts'
import { parseLoosely, parseSelector } from '../select/parse.ts'
import { hydrationSelectors } from './hydrated.ts'

/** A content item that may be applied while the page streams. */
export interface PlannedItem extends ContentItem {
  index: number
  /** Whether it is left to the browser. Then its targets here are all elements that it might match. */
  isLeft: boolean
  matches(element: StreamedElement): boolean
}

/** The attributes that items of each type write. */
const attributesOf: Record<ContentType, string[]> = {
  text: ['placeholder'],
  html: [],
  src: ['src', 'srcset'],
  href: ['href'],
}

/** The items of a record, indexed by what their targets must have, so that few are tried on each element. */
export class Plan {
  readonly #siblings: Matcher[] = []
  readonly #candidates: Candidates<PlannedItem>
  readonly #dead = new Set<number>()
  /** The attributes that have to be read: those in selectors, and those that are always needed. */
  readonly attributes: ReadonlySet<string>
  readonly #countsTypes: boolean

  constructor({ content }: PageRecord, isQuirks: boolean) {
    const parsed = content.flatMap((item, index) => {
      if (!isItem(item)) return []
      const selector = item.selector.trim()
      const sure = parseSelector(selector)
      // What is left to the browser is read so that it matches everything that it might match, and perhaps more.
      const list = sure ?? parseLoosely(selector)
      return list ? [{ item, index, list, isLeft: !sure }] : []
    })
    const lists = parsed.flatMap(({ list }) => list)
    const named = attributesIn(lists, true)
    const always = ['type', 'srcset', 'value', 'property', 'name', shadowMode]
    this.attributes = new Set([...attributesIn([...lists, ...hydrationSelectors]), ...always])
    this.#countsTypes = countsTypes(lists)
    this.#candidates = new Candidates(isQuirks)
    for (const { item, index, list, isLeft } of parsed) {
      const matches = compileSelector(list, isQuirks, this.#siblings)
      // With another value the browser would not find the target any more.
      const isLost = attributesOf[item.type].some((name) => named.includes(name))
      this.#candidates.add(list, { ...item, index, isLeft: isLeft || isLost, matches })
    }
  }

  /** The items whose target an element is, in their order. Call it exactly once for every element. */
  itemsFor(element: StreamedElement): readonly PlannedItem[] {
    if (this.#countsTypes) countType(element)
    const candidates = this.#candidates.for(element)
    const found = candidates[0] ? candidates.filter((item) => this.#isMatch(item, element)) : candidates
    rememberSibling(element, this.#siblings)
    return found.length > 1 ? [...found].sort((a, b) => a.index - b.index) : found
  }

  /** Whether an item matches. If a value cannot be read for certain, the item is left to the browser from here on. */
  #isMatch(item: PlannedItem, element: StreamedElement): boolean {
    if (this.#dead.has(item.index)) return false
    try {
      return item.matches(element)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#dead.add(item.index)
      return false
    }
  }
}

function isItem(item: Partial<ContentItem> | null | undefined): item is ContentItem {
  return typeof item?.selector === 'string' && typeof item.payload === 'string' && isContentType(item.type)
}
