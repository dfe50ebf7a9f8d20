import { Viewable } from './exposure.ts'
import { type Gauge, restingMs } from './view.ts'

/**
 * Adds up the milliseconds during which the view condition held and somebody was there.
 *
 * @param lastsUntil until when somebody is taken to be there, in milliseconds of the visit
 * @param grow takes each further stretch, with the time at its end
 */
export function gaugeDuration(lastsUntil: () => number, grow: (ms: number, at: number) => void): Gauge {
  let from = 0
  let until = 0
  return (exposure, at) => {
    const nowUntil = lastsUntil()
    // Focus that was lost ends the stretch now, input that lapsed ended it then.
    const end = Math.min(at, Math.max(until, nowUntil))
    if (until && end > from) grow(end - from, end)
    from = at
    until = exposure === Viewable && at < nowUntil ? nowUntil : 0
    return restingMs
  }
}
