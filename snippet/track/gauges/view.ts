import type { Gauge } from '../gauge.ts'
import { frameMs, viewMs } from '../thresholds.ts'

/** Counts an item, once, when the view condition has held for a second without a break. */
export const gaugeView = (count: () => void): Gauge => {
  let since: number | undefined
  return (exposure, at) => {
    const isViewable = exposure === 'viewable'
    const heldMs = at - (since ?? at)
    since = isViewable ? (since ?? at) : undefined
    // Scrolling and leaving are reported at once. Hiding or covering happened at some time since the last look, so a second
    // that ends with it does not count.
    if (exposure === 'unseen' || heldMs < (isViewable ? viewMs : viewMs - frameMs))
      return isViewable ? 'close' : 'distant'
    count()
    return 'nothing'
  }
}
