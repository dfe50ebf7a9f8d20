import { frameMs, Unseen, Viewable, viewMs } from './thresholds.ts'

/**
 * Told of its item's exposure whenever that may have changed; true: the item is done. Times are in milliseconds of
 * the visit: now, and until when somebody counts as there.
 */
export type Gauge = (exposure: number, at: number, attendedUntil: number) => unknown

/** Counts an item, once, when the view condition has held for a second without a break. */
export function gaugeView(count: () => void): Gauge {
  let since: number | undefined
  return (exposure, at) => {
    const heldMs = at - (since ?? at)
    since = exposure < Viewable ? undefined : (since ?? at)
    // An end by scrolling or leaving is told at once; an end by hiding was at some time since the last look.
    const isViewed = exposure !== Unseen && heldMs >= (exposure < Viewable ? viewMs - frameMs : viewMs)
    if (isViewed) count()
    return isViewed
  }
}
