/** How much of a tracked element can be seen. Only `Viewable` meets the view condition. */
export const Outside = 0
/** In the viewport, but too little of it. */
export const TooLittle = 1
/** Enough in the viewport, but hidden or covered. Nothing tells when that changed, so it is noticed late. */
export const Unseen = 2
export const Viewable = 3
export type Exposure = typeof Outside | typeof TooLittle | typeof Unseen | typeof Viewable

/**
 * The view condition: half of the area in the viewport, 30 % of an element from 242,500 px², or half of the
 * viewport where the element is taller than that; not hidden, and not covered. Thresholds: MRC Viewable Ad
 * Impression Measurement Guidelines, sections 4.1 (50 %) and 4.3 (242,500 px²).
 *
 * An IntersectionObserver entry gives the geometry without a layout of its own, with every clipping ancestor
 * applied; it calls an element of no size, or one that is hidden or covered, fully visible.
 */
export function exposureOf(entry: IntersectionObserverEntry): Exposure {
  const { boundingClientRect: whole, intersectionRect: part, target } = entry
  // Inside a frame of another origin there are no root bounds.
  const viewport = entry.rootBounds ?? { width: innerWidth, height: innerHeight }
  const area = whole.width * whole.height
  const shown = part.width * part.height
  if (!entry.isIntersecting) return Outside
  if (
    !shown ||
    (shown / area < (area < 242_500 ? 0.5 : 0.3) &&
      (whole.height <= viewport.height || shown * 2 < viewport.width * viewport.height))
  )
    return TooLittle
  return target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    isUncovered(target, part)
    ? Viewable
    : Unseen
}

/** Whether most of nine points spread over the part in the viewport show the element. */
function isUncovered(target: Element, part: DOMRectReadOnly): boolean {
  let hits = 0
  for (let i = 0; i < 9; i++) {
    const x = part.x + (part.width * ((i % 3) + 0.5)) / 3
    const y = part.y + (part.height * (Math.floor(i / 3) + 0.5)) / 3
    const top = document.elementFromPoint(x, y)
    // An ancestor is hit where the element takes no pointer events, or between the lines of a link: it lies below.
    if (target.contains(top) || top?.contains(target)) hits++
  }
  return hits > 4
}
