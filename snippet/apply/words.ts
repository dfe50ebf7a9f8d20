import type { Item } from './item.ts'

/** The words in a text, in lower case: what selectors are made of, and the names and values of attributes. */
export const wordsIn = (text: string | null): string[] =>
  `${text ?? ''}`.toLowerCase().match(/[\w\u0080-\uffff-]+/g) ?? []

/** The words by which a change of the page can concern an item: names and values in its selector. */
export const wordsOf = ({ selector }: Pick<Item, 'selector'>): string[] => [
  ...wordsIn(selector),
  // Operators, pseudo-classes and escapes: any element that comes or goes can make a target.
  ...(/[:+~*|\\^$]/.test(selector) ? [anyElement] : []),
]

/** The attributes, beside the usual, by which a change can concern an item: what stands in brackets, or behind a colon. */
export const attributesOf = ({ selector }: Pick<Item, 'selector'>): string[] =>
  /[[:]/.test(selector) ? wordsIn(selector) : []

/** Stands for any element that comes or goes. */
export const anyElement = '*'

/** What a text says, however it is broken into lines and pieces. */
export const withoutBlanks = (text: string | null | undefined): string => `${text}`.replace(/\s/g, '')
