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
  let common = element.parentElement
  while (common && !common.contains(hit)) common = common.parentElement
  const difference = levelOf(element, common) - levelOf(hit, common)
  const isLater = !!(hit.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  return difference ? difference > 0 : isLater
}

/** The level at which an element's branch is painted within an ancestor: that of its outermost stacking context. */
const levelOf = (element: Element, ancestor: Element | null): number => {
  let level = flow
  for (let node: Element | null = element; node && node !== ancestor; node = node.parentElement) {
    const style = getComputedStyle(node)
    const isPositioned = style.position !== 'static'
    const isItem = /flex|grid/.test(node.parentElement ? getComputedStyle(node.parentElement).display : '')
    if (style.zIndex !== 'auto' && (isPositioned || isItem)) level = Number(style.zIndex)
    else if (isContext(style) || (isPositioned && level === flow)) level = 0
  }
  return level
}

/** Properties that make a stacking context of any element where they have another value. */
const neutral = {
  opacity: '1',
  transform: 'none',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  filter: 'none',
  clipPath: 'none',
  isolation: 'auto',
  mixBlendMode: 'normal',
}

/** Whether a style makes a stacking context without a `z-index`. */
const isContext = (style: CSSStyleDeclaration): boolean =>
  /fixed|sticky/.test(style.position) ||
  Object.entries(neutral).some(([name, value]) => style[name as keyof typeof neutral] !== value)
