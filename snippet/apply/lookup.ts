import { bareName } from '../select.ts'
import type { Item } from './item.ts'

/** So many items share a word: then a query for each costs less than a try of each of them at each element. */
const many = 100

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\w\u0080-\uffff-]+/g) ?? []

/**
 * A word that each target of a selector has somewhere, as its name or in an attribute: the selector's last. Empty where
 * operators, pseudo-classes, lists, escapes, flags or blanks in brackets say otherwise: then any element that comes or
 * goes can make a target.
 */
export const keyOf = (selector: string): string =>
  /[:+~,*|\\^$]|\[[^\]]*(\s|["']\s*\w\s*\])/.test(selector) ? '' : (wordsIn(selector).at(-1) ?? '')

/** Names of the attributes that a selector looks at, by brackets or as a pseudo-class. */
const attributesIn = (selector: string): string[] =>
  (selector.match(/[[:]\s*[\w-]+/g) ?? []).map((found) => found.replace(/\W*/, '').toLowerCase())

/** Which items an element, or a change of an attribute, may concern. */
export type Lookup = ReturnType<typeof createLookup>

/** Attributes whose words stand in selectors by themselves, or in a bare name. */
const named = ['class', 'id', 'data-content']

const add = (map: Map<string, Item[]>, key: string, item: Item) => {
  const known = map.get(key)
  if (!known) map.set(key, [item])
  else if (known.at(-1) !== item) known.push(item)
}

/** Sorts items by the words of their selectors. */
export const createLookup = (items: Item[]) => {
  const byKey = new Map<string, Item[]>()
  const byWord = new Map<string, Item[]>()
  const byAttribute = new Map<string, Item[]>()
  for (const item of items) {
    add(byKey, keyOf(item.selector), item)
    for (const word of wordsIn(item.selector)) add(byWord, word, item)
    for (const name of attributesIn(item.selector)) add(byAttribute, name, item)
  }
  const attributes = new Set([...named, ...byAttribute.keys()])

  return {
    /** The attributes by which an element can be a target. */
    attributes,

    /** Items that any element which comes or goes concerns. */
    anywhere: byKey.get('') ?? [],

    /** Items that an element which has come may be a target of: to be tried at it, or to be looked for everywhere. */
    concernedBy(element: Element): { tried: Set<Item>; due: Set<Item> } {
      const tried = new Set<Item>()
      const due = new Set<Item>()
      const words = [element.localName.toLowerCase()]
      for (const name of element.getAttributeNames())
        if (attributes.has(name)) words.push(...wordsIn(`${name} ${element.getAttribute(name)}`))
      for (const word of words) {
        const found = byKey.get(word) ?? []
        for (const item of found)
          (found.length > many || bareName.test(item.selector) ? due : tried).add(item)
      }
      return { tried, due }
    },

    /** Items that a change of an attribute may concern. */
    *concernedByChange(name: string, before: string | null, after: string | null): Iterable<Item> {
      if (before === after) return
      yield* byAttribute.get(name) ?? []
      if (!named.includes(name)) return
      const [old, now] = [before, after].map((value) => new Set(wordsIn(value ?? '')))
      for (const word of [...(old ?? []), ...(now ?? [])])
        if (old?.has(word) !== now?.has(word)) yield* byWord.get(word) ?? []
    },
  }
}
