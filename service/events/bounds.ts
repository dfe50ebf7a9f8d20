import type { Batch, Event } from '../../wire/event.ts'
import type { DropReason, Measured, MeasuredVisit, Tally } from './tally.ts'

/** Limits, so that nothing that a page sends makes a visit, a record or a figure grow without bound. */
export const mostNumbers = 1000
const mostDurations = 64
const mostVisits = 1000
const fewLost = 10
const hourMs = 3_600_000

/** The largest sum of milliseconds: numbers are exact up to here. */
const mostMs = Number.MAX_SAFE_INTEGER

/** Why an event with a new number is dropped; undefined where it is stored. */
export function dropReason(
  measured: Measured,
  { durations }: MeasuredVisit,
  event: Event,
  arrival: { batch: Batch; arrivedAt: number },
): DropReason | undefined {
  const item = measured.items.get(event.item)
  if (!item) return 'unknown_item'
  if (item.type !== event.type) return 'wrong_type'
  if (event.type !== 'duration') return undefined
  if (!isPlausible(measured, event.ms, arrival)) return 'too_long'
  return durations >= mostDurations ? 'too_many_durations' : undefined
}

/** Whether a duration is plausible: no longer than its visit lasts, nor than the record exists. */
export function isPlausible(
  { createdAt }: Measured,
  ms: number,
  { batch, arrivedAt }: { batch: Batch; arrivedAt: number },
): boolean {
  return ms <= batch.sent && ms <= arrivedAt - createdAt + hourMs
}

/** Whether another visit of a record may begin, and counts it: up to 1,000 in the hour that the first of them starts. */
export function mayBegin(tally: Tally, at: number): boolean {
  if (at - tally.hourBegan >= hourMs) Object.assign(tally, { hourBegan: at, hourVisits: 0 })
  if (tally.hourVisits >= mostVisits) return false
  tally.hourVisits += 1
  return true
}

/**
 * How many numbers a visit has lost. A page may say that it has used any number: beyond a few, it is believed as many as
 * arrived, so that a lie about what was lost costs no less than what it claims.
 */
export function lostOf({ last, received }: MeasuredVisit): number {
  return Math.min(last - received, Math.max(fewLost, received))
}

/** Adds milliseconds, up to `mostMs`. */
export function plusMs(sum: number, ms: number): number {
  return Math.min(mostMs, sum + ms)
}
