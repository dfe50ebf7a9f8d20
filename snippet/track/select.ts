/**
 * The CSS that a selector stands for in this document: itself, or for a bare name that matches nothing as CSS the
 * element with that `id`, then those with that `data-content`.
 */
export function cssOf(selector: string): string {
  if (!/^[\w-]+$/.test(selector) || matchesAny(selector)) return selector
  const id = `[id="${selector}"]`
  return matchesAny(id) ? id : `[data-content="${selector}"]`
}

/** All elements of the document that a selector stands for; none for an invalid one. */
export function selectAll(selector: string): Element[] {
  try {
    return [...document.querySelectorAll(cssOf(selector))]
  } catch {
    return []
  }
}

function matchesAny(css: string): boolean {
  try {
    return !!document.querySelector(css)
  } catch {
    return false
  }
}
