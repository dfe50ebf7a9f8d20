/** A name that may be an id or a `data-content`, as well as an element's. */
export const bareName = /^[\w\u0080-\uffff-]+$/

/**
 * All elements of the document that a selector stands for: what it matches as CSS, else, for a bare name, what has it
 * as `id`, then as `data-content`. None for an invalid one.
 */
export const selectAll = (selector: string): ArrayLike<Element> & Iterable<Element> => {
  let found = query(selector)
  if (bareName.test(selector)) {
    if (!found[0]) found = query(`#${CSS.escape(selector)}`)
    if (!found[0]) found = query(`[data-content="${selector}"]`)
  }
  return found
}

const query = (css: string): ArrayLike<Element> & Iterable<Element> => {
  try {
    return document.querySelectorAll(css)
  } catch {
    return []
  }
}
