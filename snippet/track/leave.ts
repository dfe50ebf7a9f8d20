import type { Event, Report } from '../../wire/event.ts'
import { maxBatchEvents } from '../../wire/limits.ts'
import type { PageRecord } from '../../wire/record.ts'
import { collectorOf, post } from '../deliver/post.ts'
import type { Click } from './click.ts'
import { newVisit } from './new-visit.ts'

/**
 * Sends a visit that ends before its measuring has loaded, with its report and its clicks, in one request. What does
 * not arrive is lost.
 *
 * @param beganAt `performance.now()` of its beginning; the first click, where that was earlier
 */
export const sendEarly = (
  host: string,
  { pattern }: PageRecord,
  clicks: Click[],
  report: Report | undefined,
  beganAt: number,
): void => {
  const began = Math.min(beganAt, ...clicks.map(({ at }) => at))
  const toVisitMs = (pageMs: number) => Math.round(pageMs - began)
  const visit = newVisit(pattern)
  const events = clicks.flatMap(({ items, button, at }) =>
    items.map(({ id }): Event => ({ seq: ++visit.last, item: id, type: 'click', at: toVisitMs(at), button })),
  )
  const sent = toVisitMs(performance.now())
  post(collectorOf(host), JSON.stringify({ ...visit, sent, report, events: events.slice(0, maxBatchEvents) }))
}
