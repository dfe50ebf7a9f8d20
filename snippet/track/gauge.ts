/** How much of a tracked element can be seen. Only `viewable` meets the view condition. */
export type Exposure =
  /** Too little of it is in the viewport, if anything. */
  | 'outside'
  /** Enough is in the viewport, but hidden or covered. Nothing tells when that changed, so it is noticed late. */
  | 'unseen'
  | 'viewable'

/** What a gauge still needs: nothing, a close look for now, or a look now and then. */
export type Need = 'nothing' | 'close' | 'distant'

/**
 * Told of its item's exposure whenever that may have changed. Times are in milliseconds of the visit: now, and until
 * when somebody counts as there.
 */
export type Gauge = (exposure: Exposure, at: number, attendedUntil: number) => Need
