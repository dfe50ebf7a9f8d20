/** Elements that are always on top: https://drafts.csswg.org/css-position-4/#top-layer */
const topLayer = ':is(:modal,:popover-open,:fullscreen)'

/** `Node.DOCUMENT_POSITION_FOLLOWING`, which a page's own `Node` does not have. */
const following = 4

/** The level of elements in the flow: below positioned ones (0), above a negative `z-index`. */
const flow = -0.5

/**
 * Whether an element without pointer events, which is never hit itself, is painted over the element that was hit. Compares
 * the branches of the two below their common ancestor (CSS 2, appendix E).
 */
export const isAbove = (element: Element, hit: Element): boolean => {
  if (getComputedStyle(element).pointerEvents !== 'none') return false
  const onTop = hit.closest(topLayer)
  if (onTop) return onTop.contains(element)
  const difference = levelOf(element, hit) - levelOf(hit, element)
  const isLater = !!(hit.compareDocumentPosition(element) & following)
  return difference ? difference > 0 : isLater
}

/** The level of an element's branch below the common ancestor with another: that of its outermost stacking context. */
const levelOf = (element: Element, other: Element): number => {
  let level = flow
  for (let node: Element | null = element; node && !node.contains(other); node = node.parentElement) {
    const { position, zIndex, opacity, transform, translate, filter } = getComputedStyle(node)
    const isPositioned = position !== 'static'
    const isContext =
      /fixed|sticky/.test(position) ||
      opacity !== '1' ||
      [transform, translate, filter].some((value) => value !== 'none')
    if (isPositioned && zIndex !== 'auto') level = Number(zIndex)
    else if (isContext || (isPositioned && level === flow)) level = 0
  }
  return level
}
