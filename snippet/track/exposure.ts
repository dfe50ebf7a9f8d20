import { isCovered, type Paints } from './cover.ts'
import type { Exposure } from './gauge.ts'
import { isVisible } from './paint.ts'
import { largeArea, largeVisibleRatio, visibleRatio } from './thresholds.ts'

/**
 * How much of an element can be seen. It is `viewable` if it meets the view condition: half of its area is in the viewport
 * (30 % from 242,500 px² on; or half of the viewport, if the element is taller), and it is neither hidden nor covered.
 * Thresholds: MRC Viewable Ad Impression Measurement Guidelines.
 *
 * An IntersectionObserver entry has the geometry with all clipping ancestors, without forcing a layout. But it calls an
 * element without size, and one that is hidden or covered, fully visible.
 *
 * @param known the previous exposure, if nothing has changed since
 */
export const exposureOf = (
  entry: IntersectionObserverEntry,
  paints: Paints,
  known: Exposure | undefined,
): Exposure => {
  const { boundingClientRect: whole, intersectionRect: part, target } = entry
  // In a frame of another origin an entry has no root bounds.
  const root = entry.rootBounds ?? (visualViewport as VisualViewport)
  const area = whole.width * whole.height
  const shown = part.width * part.height
  const isEnough =
    shown / area >= (area < largeArea ? visibleRatio : largeVisibleRatio) ||
    (whole.height > root.height && shown * 2 >= root.width * root.height)
  if (!isEnough) return 'outside'
  return isVisible(target) && !isCovered(target, part, paints, known) ? 'viewable' : 'unseen'
}
