/**
 * Whether a selector is a bare name, such as `hero-title`: it has only the characters of which CSS makes names, those beyond ASCII
 * included. It may also begin with a digit, as ids do.
 */
export const isBareName = (selector: string): boolean => /^[\w\u0080-\uffff-]+$/.test(selector)

/**
 * The CSS selectors that a selector may mean, in order of precedence: a bare name means the elements of that name. If there are
 * none, it means those with that `id`, then those with that `data-content`.
 */
export const meaningsOf = (selector: string): string[] =>
  isBareName(selector)
    ? [...(isElementName(selector) ? [selector] : []), `[id="${selector}"]`, `[data-content="${selector}"]`]
    : [selector]

/** Whether a bare name is CSS as it is: CSS names do not begin with a digit. */
const isElementName = (name: string): boolean => !/^-?\d|^-$/.test(name)
