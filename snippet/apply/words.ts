import type { Item } from './item.ts'

/** The words in a text: what selectors are made of, and the values of attributes. */
export const wordsIn = (text: string): string[] => text.match(/[\w\u0080-\uffff-]+/g) ?? []

/**
 * A word that each target of a selector has somewhere, as its name or in an attribute: the selector's last. Empty where
 * operators, pseudo-classes, lists, escapes or blanks in brackets say otherwise: then any element that comes or goes
 * can make a target.
 */
export const keyOf = ({ selector_ }: Item): string =>
  /[:+~,*|\\^$]|\[[^\]]*\s/.test(selector_) ? '' : (wordsIn(selector_).at(-1) ?? '')

/** The words by which an element can be a target. */
export const wordsOf = (element: Element): Set<string> =>
  new Set([
    element.localName,
    element.tagName,
    ...element.getAttributeNames().flatMap((name) => wordsIn(`${name} ${element.getAttribute(name)}`)),
  ])
