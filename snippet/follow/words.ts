import type { Item } from '../first/item.ts'

/** The words in a text, in lower case. Selectors, and names and values of attributes, are made of such words. */
export const wordsIn = (text: string | null): string[] =>
  `${text ?? ''}`.toLowerCase().match(/[\w\u0080-\uffff-]+/g) ?? []

/** The words by which a change of the page can concern an item: names and values in its selector. */
export const wordsOf = ({ selector }: Pick<Item, 'selector'>): string[] => [
  ...wordsIn(selector),
  // With operators, pseudo-classes or escapes, any element that is added or removed can make another one a target.
  ...(/[:+~*|\\^$]/.test(selector) ? [anyElement] : []),
]

/** The attributes, besides the usual ones, by which a change can concern an item: words of selectors with `[` or `:`. */
export const attributesOf = ({ selector }: Pick<Item, 'selector'>): string[] =>
  /[[:]/.test(selector) ? wordsIn(selector) : []

/** The word for any element that is added or removed. */
export const anyElement = '*'
