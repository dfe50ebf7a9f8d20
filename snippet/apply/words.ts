import type { Item } from './item.ts'

/** The words in a text, in lower case: what selectors are made of, and the values of attributes. */
export const wordsIn = (text: string | null): string[] =>
  `${text ?? ''}`.toLowerCase().match(/[\w\u0080-\uffff-]+/g) ?? []

/** Names of the attributes that a selector looks at, by brackets or as a pseudo-class. */
export const attributesIn = (selector: string): string[] =>
  (selector.match(/[[:]\s*[\w-]+/g) ?? []).map((found) => found.slice(1).trim().toLowerCase())

/** The words by which a change of the page can concern an item. */
export const wordsOf = ({ selector }: Item): string[] => [
  ...wordsIn(selector),
  ...attributesIn(selector).map((name) => `[${name}`),
  // Operators, pseudo-classes and escapes: any element that comes or goes can make a target.
  ...(/[:+~*|\\^$]/.test(selector) ? [anyElement] : []),
]

/** Stands for any element that comes or goes. */
export const anyElement = '*'
