import type { DurationEvent } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { type Exposure, unseen, viewable } from './exposure.ts'

/** A view needs nobody's attention. */
const always = 1e12

/** An item whose elements are looked at. */
export interface Watched {
  item: AnalyticsItem
  /** The best among its elements. */
  exposure: Exposure
  /** For how long the view condition has held: without a break for a view, in all for a duration. */
  ms: number
  /** When it was gauged last. The condition has held since, but not after `until`. */
  from: number
  until: number
  /** Of a duration, once it has grown. */
  event?: DurationEvent
}

/**
 * Brings an item up to now. Whether there is something to count: the second of a view is over (MRC), a duration has grown.
 *
 * @param attendedUntil until when somebody counts as there
 */
export function gauge(one: Watched, exposure: Exposure, now: number, attendedUntil: number): boolean {
  const isView = one.item.type === 'view'
  const ms = one.ms + Math.max(0, Math.min(now, one.until) - one.from)
  // Scrolling and leaving are reported at once. Hiding or covering happened at some time since the last look, so a second
  // that ends with it does not count.
  const isNews = isView ? ms >= 1000 && exposure !== unseen : ms > one.ms
  one.ms = isView && exposure < viewable ? 0 : ms
  one.from = now
  one.until = exposure < viewable ? 0 : isView ? always : attendedUntil
  return isNews
}
