import type { Batch, Event } from '../../wire/event.ts'
import type { Begun, DropReason, Measured, VisitState } from '../model/tally.ts'

/** Nothing that a page sends makes a visit, a record or a figure grow without bound. */
export const mostNumbers = 1000
const mostDurations = 64
const mostVisits = 1000
const hourMs = 3_600_000

/** The most that a sum of milliseconds says: what numbers are exact up to, and far within a bigint. */
const mostMs = Number.MAX_SAFE_INTEGER

/** Why an event with a new number is not to be stored; undefined where it is. */
export function dropReason(
  measured: Measured,
  { durations }: VisitState,
  event: Event,
  arrival: { batch: Batch; arrivedAt: number },
): DropReason | undefined {
  const item = measured.items.get(event.item)
  if (!item) return 'unknown_item'
  if (item.type !== event.type) return 'wrong_type'
  if (event.type !== 'duration') return undefined
  if (!isBelievable(measured, event.ms, arrival)) return 'too_long'
  return Object.keys(durations).length >= mostDurations ? 'too_many_durations' : undefined
}

/** Whether a visit may have shown an item for so long: no longer than it lasts, nor than the record is there. */
export function isBelievable(
  { createdAt }: Measured,
  ms: number,
  { batch, arrivedAt }: { batch: Batch; arrivedAt: number },
): boolean {
  return ms <= batch.sent && ms <= arrivedAt - createdAt + hourMs
}

/** Whether one more visit of a record may begin: 1,000 in the hour that the first of them begins. Counts it. */
export function mayBegin(begun: Begun, at: number): boolean {
  if (at - begun.since >= hourMs) Object.assign(begun, { since: at, visits: 0 })
  if (begun.visits >= mostVisits) return false
  begun.visits += 1
  return true
}

/** A sum of milliseconds that stays a number that is exact. */
export function plusMs(sum: number, ms: number): number {
  return Math.min(mostMs, sum + ms)
}
