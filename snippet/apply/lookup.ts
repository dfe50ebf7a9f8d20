import { bareName } from '../select.ts'
import type { Item } from './item.ts'

/** Items by the words of their selectors. */
type Index = Map<string, Set<Item>>

/** Which items a change in the document can concern. */
export interface Lookup {
  /** By the last word of their selectors, which each of their targets has somewhere. */
  last_: Index
  /** By every word of their selectors. */
  any_: Index
  /** Those that any element coming or going can concern: `:has`, `+`, `:nth-child`… */
  structural_: Set<Item>
}

/** The words in a text: what selectors are made of, and the values of attributes. */
export const wordsIn = (text: string | null): string[] => text?.match(/[\w\u0080-\uffff-]+/g) ?? []

const add = (index: Index, word: string, item: Item) =>
  index.set(word, (index.get(word) ?? new Set()).add(item))

/** Makes the lookup of a record's items. */
export const makeLookup = (items: Item[]): Lookup => {
  const lookup: Lookup = { last_: new Map(), any_: new Map(), structural_: new Set() }
  for (const item of items) {
    const words = wordsIn(item.selector_)
    // Operators, pseudo-classes, lists, escapes, and blanks in brackets: the last word says nothing for sure.
    if (/[:+~,*|\\^$]|\[[^\]]*\s/.test(item.selector_)) lookup.structural_.add(item)
    else add(lookup.last_, words.at(-1) ?? '', item)
    // An escaped name is none of the words; a bare one may be a `data-content`.
    for (const word of [
      ...words,
      ...(item.selector_.includes('\\')
        ? ['class', 'id']
        : bareName.test(item.selector_)
          ? ['data-content']
          : []),
    ])
      add(lookup.any_, word, item)
  }
  return lookup
}

/** The words by which an element can be a target. */
export const wordsOf = (element: Element): Set<string> => {
  const names = element.getAttributeNames()
  return new Set([
    element.localName,
    element.tagName,
    ...names,
    ...names.flatMap((name) => wordsIn(element.getAttribute(name))),
  ])
}
