/** A name that may be an id or a `data-content`, as well as an element's. */
export const bareName = /^[\w\u0080-\uffff-]+$/

/** Whether a selector is CSS, or a bare name that need not be. */
export const isValid = (selector: string): boolean => {
  try {
    document.createDocumentFragment().querySelector(selector)
    return true
  } catch {
    return bareName.test(selector)
  }
}

/** Whether an element matches a selector. None matches an invalid one. */
export const matches = (element: Element, selector: string): boolean => {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/**
 * All elements of the document that a selector stands for: what it matches as CSS, else, for a bare name, what has it
 * as `id`, then as `data-content`. None for an invalid one.
 */
export const selectAll = (selector: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> => {
  let found = query(selector)
  if (bareName.test(selector)) {
    if (!found[0]) found = query(`#${CSS.escape(selector)}`)
    if (!found[0]) found = query(`[data-content="${selector}"]`)
  }
  return found
}

const query = (css: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> => {
  try {
    return document.querySelectorAll<HTMLElement>(css)
  } catch {
    return []
  }
}
