import type { Item } from './item.ts'

const wordsIn = (text: string | null): string[] =>
  `${text ?? ''}`.toLowerCase().match(/[\w\u0080-\uffff-]+/g) ?? []

/** Names of the attributes that a selector looks at, by brackets or as a pseudo-class. */
const attributesIn = (selector: string): string[] =>
  (selector.match(/[[:]\s*[\w-]+/g) ?? []).map((found) => found.slice(1).trim().toLowerCase())

/** Which items a change of the page may concern. */
export type Lookup = ReturnType<typeof createLookup>

/**
 * Sorts items by the words of their selectors. What makes an element a target is a word that it, or an element around
 * it, has as its name or in an attribute. Operators, pseudo-classes and escapes can say otherwise: then any element
 * that comes or goes can make a target.
 */
export const createLookup = (items: Item[]) => {
  const byWord = new Map<string, Set<Item>>()
  const attributes = new Set(['class', 'id', 'data-content'])
  const add = (word: string, item: Item) => byWord.set(word, (byWord.get(word) ?? new Set()).add(item))
  for (const item of items) {
    for (const word of wordsIn(item.selector)) add(word, item)
    for (const name of attributesIn(item.selector)) {
      add(`[${name}`, item)
      attributes.add(name)
    }
  }
  const by = (word: string): Iterable<Item> => byWord.get(word) ?? []

  return {
    /** The attributes by which an element can be a target. */
    attributes,

    /** Items that any element which comes or goes may concern. */
    anywhere: items.filter(({ selector }) => /[:+~*|\\^$]/.test(selector)),

    /** Items that an element which has come may concern. */
    *concernedBy(element: Element): Iterable<Item> {
      yield* by(element.localName)
      for (const name of element.getAttributeNames())
        if (attributes.has(name))
          for (const word of wordsIn(`${name} ${element.getAttribute(name)}`)) yield* by(word)
    },

    /** Items that a change of an attribute may concern: by its name, and by the words that came or went. */
    *concernedByChange(name: string, before: string | null, after: string | null): Iterable<Item> {
      yield* by(`[${name}`)
      const old = wordsIn(before)
      const now = wordsIn(after)
      for (const word of [...old, ...now]) if (!old.includes(word) || !now.includes(word)) yield* by(word)
    },
  }
}
