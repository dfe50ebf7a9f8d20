/** A name that may be an id or a `data-content`, as well as an element's. */
export const bareName = /^[\w\u0080-\uffff-]+$/

/**
 * All elements of the document that a selector stands for: what it matches as CSS, else, for a bare name, what has it
 * as `id`, then as `data-content`. None for an invalid one.
 */
export function selectAll(selector: string): ArrayLike<Element> & Iterable<Element> {
  for (const css of bareName.test(selector)
    ? [selector, `#${CSS.escape(selector)}`, `[data-content="${selector}"]`]
    : [selector])
    try {
      const found = document.querySelectorAll(css)
      if (found[0]) return found
    } catch {}
  return []
}
