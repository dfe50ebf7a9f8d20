import { isCovered, type Paints } from './cover.ts'
import type { Exposure } from './gauge.ts'
import { isVisible } from './paint.ts'
import { largeArea, largeVisibleRatio, visibleRatio } from './thresholds.ts'

/**
 * The view condition: half of the area in the viewport, 30 % of an element from 242,500 px², or half of the
 * viewport where the element is taller than that; not hidden, and not covered. Thresholds: MRC Viewable Ad
 * Impression Measurement Guidelines.
 *
 * An IntersectionObserver entry gives the geometry without a layout of its own, with every clipping ancestor
 * applied; but it calls an element of no size, or one that is hidden or covered, fully visible.
 *
 * @param known what it was, where nothing has stirred since
 */
export const exposureOf = (
  entry: IntersectionObserverEntry,
  paints: Paints,
  known: Exposure | undefined,
): Exposure => {
  const { boundingClientRect: whole, intersectionRect: part, target } = entry
  // Inside a frame of another origin there are no root bounds.
  const root = entry.rootBounds ?? (visualViewport as VisualViewport)
  const area = whole.width * whole.height
  const shown = part.width * part.height
  const isEnough =
    shown / area >= (area < largeArea ? visibleRatio : largeVisibleRatio) ||
    (whole.height > root.height && shown * 2 >= root.width * root.height)
  if (!isEnough) return 'outside'
  return isVisible(target) && !isCovered(target, part, paints, known) ? 'viewable' : 'unseen'
}
