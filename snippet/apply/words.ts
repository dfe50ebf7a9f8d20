/** The words in a text: what selectors are made of, and the values of attributes. */
export const wordsIn = (text: string): string[] => text.match(/[\w\u0080-\uffff-]+/g) ?? []

/**
 * A word that each target of a selector has somewhere, as its name or in an attribute: the selector's last. Empty where
 * operators, pseudo-classes, lists, escapes or blanks in brackets say otherwise: then any element that comes or goes
 * can make a target.
 */
export const keyOf = (selector: string): string =>
  /[:+~,*|\\^$]|\[[^\]]*\s/.test(selector) ? '' : (selector.match(/[\w\u0080-\uffff-]+(?=\W*$)/)?.[0] ?? '')
