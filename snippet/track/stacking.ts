/** What is always on top: https://drafts.csswg.org/css-position-4/#top-layer */
const topLayer = ':is(:modal,:popover-open,:fullscreen)'

/** The level of what is in the flow: below what is positioned (0), above a negative `z-index`. */
const flow = -0.5

/**
 * Whether an element that takes no pointer events, and so is never hit, is painted over what was hit in its place:
 * decided by the branches of the two below their common ancestor (CSS 2, appendix E).
 */
export const isAbove = (element: Element, hit: Element): boolean => {
  if (getComputedStyle(element).pointerEvents !== 'none') return false
  const onTop = hit.closest(topLayer)
  if (onTop) return onTop.contains(element)
  const difference = levelOf(element, hit) - levelOf(hit, element)
  const isLater = !!(hit.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  return difference ? difference > 0 : isLater
}

/** The level of an element's branch, below what it shares with another: that of its outermost stacking context. */
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
