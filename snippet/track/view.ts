import { type Exposure, Unseen, Viewable } from './exposure.ts'

/**
 * Told of an item's exposure whenever it may have changed, it answers in how many milliseconds to look again;
 * 0: never, the item is done. `at` is the time in the visit.
 */
export type Gauge = (exposure: Exposure, at: number) => number

/** MRC: one continuous second. */
const secondMs = 1000
/** The observer tells a beginning and an end up to a frame late, each in its own measure. */
const frameMs = 16
/** How often a running second is looked at: covering and hiding are told by nobody. */
const runningMs = 100
/** How often an item is looked at that is in the viewport without being counted. */
export const restingMs = 250

/** Counts the item, once, when the view condition has held for a second without a break. */
export function gaugeView(count: (at: number) => void): Gauge {
  let since: number | undefined
  return (exposure, at) => {
    const isHeld = exposure === Viewable
    const heldMs = at - (since ?? at)
    // An end by scrolling or leaving is told at once; an end by hiding was at some time since the last look.
    if (heldMs >= (isHeld ? secondMs : secondMs - frameMs) && exposure !== Unseen) {
      count(at)
      return 0
    }
    since = isHeld ? (since ?? at) : undefined
    return isHeld ? Math.min(runningMs, secondMs - heldMs) : restingMs
  }
}
