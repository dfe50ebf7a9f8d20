import { isCovered, type Paints } from './cover.ts'
import type { Exposure } from './gauge.ts'
import { isVisible } from './paint.ts'
import { largeArea, largeVisibleRatio, visibleRatio } from './thresholds.ts'

/**
 * What geometry alone says of an element: whether it is out of the viewport or without size, too little of it is in
 * the viewport, or enough, which is half of its area, 30 % of an element from 242,500 px², or half of the viewport
 * where the element is taller than that. Thresholds: MRC Viewable Ad Impression Measurement Guidelines.
 *
 * An IntersectionObserver entry gives it without a layout of its own, with every clipping ancestor applied; but it
 * calls an element of no size fully visible.
 */
export const extentOf = (entry: IntersectionObserverEntry): 'outside' | 'little' | 'enough' => {
  const { boundingClientRect: whole, intersectionRect: part } = entry
  // Inside a frame of another origin there are no root bounds.
  const root = entry.rootBounds ?? (visualViewport as VisualViewport)
  const area = whole.width * whole.height
  const shown = part.width * part.height
  if (!entry.isIntersecting || !area) return 'outside'
  const isEnough =
    shown / area >= (area < largeArea ? visibleRatio : largeVisibleRatio) ||
    (whole.height > root.height && shown * 2 >= root.width * root.height)
  return isEnough ? 'enough' : 'little'
}

/** The exposure of an element of which enough is in the viewport: it must be neither hidden nor covered. */
export const exposureOf = (
  { target, intersectionRect }: IntersectionObserverEntry,
  paints: Paints,
): Exposure => (isVisible(target) && !isCovered(target, intersectionRect, paints) ? 'viewable' : 'unseen')
