import type { Gauge } from '../gauge.ts'

/** Adds up the milliseconds during which the view condition held (see `exposureOf`) and somebody was there. */
export const gaugeDuration = (grow: (ms: number, at: number) => void): Gauge => {
  let from = 0
  let until = 0
  return (exposure, at, attendedUntil) => {
    // Losing the focus ends the stretch now. A lack of input ended it already at `until`.
    const end = Math.min(at, Math.max(until, attendedUntil))
    if (until && end > from) grow(end - from, end)
    from = at
    until = exposure === 'viewable' && at < attendedUntil ? attendedUntil : 0
    return 'distant'
  }
}
