import { meaningsOf } from '../wire/bare-name.ts'
import { queryOwn } from './own.ts'

/**
 * All elements of the document that a selector stands for: those that it matches as CSS. If there are none, a bare name
 * stands for the elements with that `id`, then for those with that `data-content`. None for an invalid selector.
 */
export const selectAll = (selector: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> => {
  for (const css of meaningsOf(selector)) {
    const found = query(css)
    if (found[0]) return found
  }
  return []
}

/** Whether a selector stands for an element, which may be in a shadow root or outside of the document. Never throws. */
export const matches = (element: Element, selector: string): boolean => {
  const meanings = meaningsOf(selector)
  // If nothing in the document has a bare name, it may be any of the three.
  const css = meanings.length > 1 ? meanings.find((one) => query(one)[0]) : selector
  try {
    return element.matches(css ?? meanings.join())
  } catch {
    return false
  }
}

/** All elements of the document that a CSS selector matches; none for an invalid one. */
export const query = (css: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> => {
  try {
    return queryOwn(css)
  } catch {
    return []
  }
}
