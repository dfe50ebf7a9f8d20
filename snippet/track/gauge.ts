/** How much of a tracked element can be seen. Only `viewable` meets the view condition. */
export type Exposure =
  /** Too little of it is in the viewport, or nothing. */
  | 'outside'
  /** Enough is in the viewport, but hidden or covered. No event says when that changes, so it is noticed late. */
  | 'unseen'
  | 'viewable'

/** What a gauge needs next: nothing more, frequent looks, or a look now and then. */
export type Need = 'nothing' | 'close' | 'distant'

/**
 * Gets its item's exposure whenever that may have changed. `at` is now, `attendedUntil` until when somebody counts as there;
 * both in milliseconds of the visit.
 */
export type Gauge = (exposure: Exposure, at: number, attendedUntil: number) => Need
