import type { Report } from '../../wire/event.ts'
import { maxBatchEvents } from '../../wire/limits.ts'
import { collectorOf, requestOf } from '../deliver/request.ts'
import { jsonOf } from '../json.ts'
import { blankVisit } from './blank-visit.ts'
import type { Click } from './click.ts'

/**
 * Sends a visit that ends before its measuring has loaded, with its report and its clicks, and says that it has ended.
 * Nothing is tried again.
 *
 * @param began `performance.now()` when the visit began
 */
export const sendEarly = (
  host: string,
  pattern: string,
  clicks: Click[],
  report: Report | undefined,
  began: number,
): void => {
  const toVisitMs = (pageMs: number) => Math.round(pageMs - began)
  const visit = blankVisit(pattern)
  for (const { items, button, at } of clicks)
    for (const { id } of items)
      visit.events.push({ seq: ++visit.last, item: id, type: 'click', at: toVisitMs(at), button })
  visit.events.splice(maxBatchEvents)
  const sent = toVisitMs(performance.now())
  // Who clicked has seen the page, whatever it is now.
  const visible = clicks.length || document.visibilityState === 'visible' ? sent : 0
  const early = { ...visit, sent, visible, input: clicks.length > 0, report }
  const farewell = { ...early, input: undefined, report: undefined, events: [] }
  for (const batch of [early, farewell]) fetch(collectorOf(host), requestOf(jsonOf(batch))).catch(() => {})
}
