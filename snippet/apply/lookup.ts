import { bareName } from '../select.ts'
import type { Item } from './item.ts'

/** Which items a change in the document can concern: found by the words of their selectors. */
export interface Lookup {
  /** By a word that each of their targets has: its name, an attribute's name or value, a class. */
  keyed_: Map<string, Item[]>
  /** By every word of their selectors. */
  mentioned_: Map<string, Item[]>
  /** Those that any element coming or going can concern: `:has`, `+`, `:nth-child`… */
  structural_: Item[]
}

const words = /[\w\u0080-\uffff-]+/g

const add = (map: Map<string, Item[]>, word: string, item: Item) => {
  const items = map.get(word)
  if (items) items.push(item)
  else map.set(word, [item])
}

/**
 * The word of a selector without pseudo-classes, siblings, lists and escapes that all its targets share: of its last
 * compound the id, else a class, else an attribute's value or name, else the element's name.
 */
const keyOf = (selector: string): string | undefined => {
  const last = selector.replace(/\[[^\]]*]/g, '').match(/[^\s>]*$/)?.[0] ?? ''
  return (
    last.match(/[#.]([\w\u0080-\uffff-]+)/)?.[1] ??
    selector
      .match(/\[([\w-]+)(?:="?([^"'\]\s]+)"?])?[^\]]*]?$/)
      ?.slice(1)
      .findLast(Boolean) ??
    last.match(words)?.[0]?.toLowerCase()
  )
}

/** Makes the lookup of a record's items. */
export const makeLookup = (items: Item[]): Lookup => {
  const lookup: Lookup = { keyed_: new Map(), mentioned_: new Map(), structural_: [] }
  for (const item of items) {
    const { selector_ } = item
    const key = /[:+~,*|\\]/.test(selector_) ? undefined : keyOf(selector_)
    if (key) add(lookup.keyed_, key, item)
    else lookup.structural_.push(item)
    for (const word of new Set(selector_.match(words))) add(lookup.mentioned_, word, item)
    // An escaped name is none of the selector's words; a bare one may be a `data-content`.
    const also = selector_.includes('\\') ? ['class', 'id'] : bareName.test(selector_) ? ['data-content'] : []
    for (const word of also) add(lookup.mentioned_, word, item)
  }
  return lookup
}

/** The words by which an element can be the target of a keyed item. */
export const wordsOf = (element: Element): Set<string> => {
  const found = new Set([element.localName, ...element.classList])
  for (const name of element.getAttributeNames()) found.add(name).add(element.getAttribute(name) ?? '')
  return found
}
