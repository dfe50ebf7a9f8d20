/** A name that may be an id or a `data-content`, as well as an element's. */
export const bareName = /^[\w\u0080-\uffff-]+$/

/** Whether a selector is CSS: an invalid one is nobody's, and harms no other. */
export const isValid = (selector: string): boolean => {
  try {
    return !new DocumentFragment().querySelector(selector)
  } catch {
    return bareName.test(selector)
  }
}

/**
 * All elements of the document that a selector stands for: what it matches as CSS, else, for a bare name, what has it
 * as `id`, then as `data-content`. None for an invalid one.
 */
export const selectAll = (selector: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> => {
  for (const css of meaningsOf(selector)) {
    const found = query(css)
    if (found[0]) return found
  }
  return []
}

/** Whether an element is one that a selector stands for, in a shadow root and out of the document too. Never throws. */
export const matches = (element: Element, selector: string): boolean => {
  const meanings = meaningsOf(selector)
  // A bare name that nothing in the document has may be any of the three.
  const css = meanings.length > 1 ? meanings.find((one) => query(one)[0]) : selector
  try {
    return element.matches(css ?? meanings.join())
  } catch {
    return false
  }
}

const meaningsOf = (selector: string): string[] =>
  bareName.test(selector)
    ? [selector, `#${CSS.escape(selector)}`, `[data-content="${selector}"]`]
    : [selector]

/** All elements of the document that a selector matches as CSS; none for an invalid one. */
export const query = (css: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> => {
  try {
    // A form or an image of that name hides the document's own.
    return Document.prototype.querySelectorAll.call(document, css) as NodeListOf<HTMLElement>
  } catch {
    return []
  }
}
