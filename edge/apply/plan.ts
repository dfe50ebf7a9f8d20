import type { ContentItem, ContentType, PageRecord } from '../../wire/record.ts'
import type { StreamedElement } from '../html/element.ts'
import type { Complex } from '../select/ast.ts'
import {
  attributesIn,
  compileSelector,
  type MatchMode,
  rememberSibling,
  type Siblings,
  Unreadable,
} from '../select/match.ts'
import { parseSelector } from '../select/parse.ts'
import { hydrationSelectors } from './hydrated.ts'

/** A content item that may be decided while the page streams. */
export interface PlannedItem extends ContentItem {
  index: number
  matches(element: StreamedElement): boolean
}

/** A name may be an id or a `data-content` as well: only the whole page tells. */
const bareName = /^[\w\u0080-\uffff-]+$/

const types: readonly string[] = ['text', 'html', 'src', 'href'] satisfies ContentType[]

/** The items of a record, by what their targets must have, so that few are tried on each element. */
export class Plan {
  readonly #parsed: { item: ContentItem; index: number; list: Complex[] }[]
  readonly #siblings: Siblings = { left: [] }
  readonly #byKey = new Map<string, PlannedItem[]>()
  readonly #dead = new Set<number>()
  readonly #isQuirks: boolean
  /** The attributes that selectors ask for, and what is read of every element. */
  readonly attributes: ReadonlySet<string>

  constructor({ content }: PageRecord, isQuirks: boolean) {
    this.#isQuirks = isQuirks
    this.#parsed = content.flatMap((item, index) => {
      const list =
        isItem(item) && !bareName.test(item.selector.trim()) ? parseSelector(item.selector) : undefined
      return list ? [{ item, index, list }] : []
    })
    const lists = [...this.#parsed.flatMap(({ list }) => list), ...hydrationSelectors]
    this.attributes = new Set([...attributesIn(lists), 'type', 'srcset'])
    this.#compile({ isQuirks })
  }

  #compile(mode: MatchMode) {
    for (const { item, index, list } of this.#parsed) {
      const planned = { ...item, index, matches: compileSelector(list, mode, this.#siblings) }
      for (const key of new Set(list.map((complex) => this.#keyOf(complex)))) {
        const same = this.#byKey.get(key)
        if (same) same.push(planned)
        else this.#byKey.set(key, [planned])
      }
    }
  }

  #keyOf({ tests }: Complex): string {
    const named = tests.find(({ kind }) => kind === 'id' || kind === 'class') ?? tests[0]
    if (named?.kind === 'id') return `#${this.#fold(named.name)}`
    if (named?.kind === 'class') return `.${this.#fold(named.name)}`
    return named?.kind === 'tag' ? named.name : '*'
  }

  #fold(name: string): string {
    return this.#isQuirks ? name.toLowerCase() : name
  }

  /** The items whose target an element is, in their order. To be called once for every element. */
  itemsFor(element: StreamedElement): PlannedItem[] {
    const found = this.#candidatesFor(element).filter((item) => this.#isMatch(item, element))
    try {
      rememberSibling(element, this.#siblings)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#byKey.clear()
    }
    return found.sort((a, b) => a.index - b.index)
  }

  #candidatesFor({ name, attributes }: StreamedElement): PlannedItem[] {
    const candidates = new Set<PlannedItem>()
    const add = (key: string) => {
      for (const item of this.#byKey.get(key) ?? []) candidates.add(item)
    }
    add(name)
    add('*')
    const id = attributes.get('id')
    const classes = attributes.get('class')
    if (id) add(`#${this.#fold(id)}`)
    if (classes) for (const one of classes.split(/[ \t\n\r\f]/)) if (one) add(`.${this.#fold(one)}`)
    return [...candidates]
  }

  /** What cannot be read for sure ends its item: which elements it has is the browser's to say. */
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
  return (
    typeof item?.selector === 'string' && typeof item.payload === 'string' && types.includes(`${item.type}`)
  )
}
