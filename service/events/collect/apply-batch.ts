import { type Batch, type Event, isFarewell, type Report } from '../../../wire/event.ts'
import { dayOf } from '../event-days-sql.ts'
import { type EventRow, reportLetters, reportLists, type VisitRow } from '../rows.ts'
import { isOfPerson } from '../visit-kind.ts'
import type { ChangedEvent, ChangedVisit, Changes, CountDrop, DropReason, Measured } from './changes.ts'

/** A batch, and how it arrived. */
export interface Arrival {
  batch: Batch
  /** Milliseconds since 1970, by the service's clock. */
  arrivedAt: number
  robot: boolean
}

/** Limits, so that nothing that a page sends makes a visit, a record or a figure grow without bound. */
export const mostNumbers = 1000
const mostDurations = 64
const mostVisits = 1000
const fewLost = 10
const hourMs = 3_600_000

/** Applies one batch of a record. The same batch again, in any order among others, changes nothing. */
export function applyBatch(changes: Changes, arrival: Arrival, countDrop: CountDrop): void {
  const { batch } = arrival
  const changed = changes.visits.get(batch.visit) ?? beginVisit(changes, arrival)
  if (!changed) countDrop('too_many_visits', Math.max(1, batch.events.length))
  if (!changed || changed.isGone) return
  const { visit } = changed
  const wasPerson = isOfPerson(visit)
  for (const event of batch.events) applyEvent(changes.measured, changed, event, arrival, countDrop)
  applyLast(visit, batch, countDrop)
  applyReport(changes.measured, visit, batch)
  applyPresence(changes.measured, visit, arrival)
  // What was shown to be a person's stays that.
  if (wasPerson) return
  if (arrival.robot) visit.robot = true
  changed.clicks.push(...batch.events.filter(({ type }) => type === 'click'))
}

/** Undefined if it may not begin. */
function beginVisit(changes: Changes, { batch, arrivedAt }: Arrival): ChangedVisit | undefined {
  const { measured, visits } = changes
  if (!mayBegin(measured, arrivedAt)) return undefined
  const visit: VisitRow = {
    organization: measured.organization,
    content: measured.content,
    visit: batch.visit,
    day: dayOf(Date.now()),
    began_at: new Date(arrivedAt - batch.sent),
    seen_at: new Date(arrivedAt),
    seen_minute: 0,
    away: false,
    sent: -1,
    latest: null,
    robot: false,
    hasty: false,
    input: false,
    visible: 0,
    given_out: 0,
    received: 0,
    lost: 0,
    durations: 0,
    ms: 0,
    items: [],
    reported: null,
    report: '',
  }
  const before = { isPerson: false, reachedGoal: false }
  const changed = { visit, isNew: true, isGone: false, before, clicks: [], numbers: new Map() }
  visits.set(batch.visit, changed)
  return changed
}

/** Whether another visit of a record may begin, and counts it: up to 1,000 in the hour that the first of them starts. */
function mayBegin({ hour }: Measured, at: number): boolean {
  if (at - hour.began >= hourMs) Object.assign(hour, { began: at, visits: 0 })
  if (hour.visits >= mostVisits) return false
  hour.visits += 1
  return true
}

function applyEvent(
  measured: Measured,
  { visit, numbers }: ChangedVisit,
  event: Event,
  arrival: Arrival,
  countDrop: CountDrop,
): void {
  const known = numbers.get(event.seq)
  if (known) return void growDuration(measured, visit, known, event, arrival)
  if (event.seq > mostNumbers) return void countDrop('too_many_numbers')
  const dropped = dropReason(measured, visit, event, arrival)
  numbers.set(event.seq, { ...toRow(visit, event, arrival, dropped !== undefined), change: 'new' })
  visit.received += 1
  if (dropped) countDrop(dropped)
  else applyItem(measured, visit, event)
}

/** Why an event with a new number is dropped; undefined if it is stored. */
function dropReason(
  measured: Measured,
  { durations }: VisitRow,
  event: Event,
  arrival: Arrival,
): DropReason | undefined {
  const item = measured.items.get(event.item)
  if (!item) return 'unknown_item'
  if (item.type !== event.type) return 'wrong_type'
  if (event.type !== 'duration') return undefined
  if (!isPlausible(measured, event.ms, arrival)) return 'too_long'
  return durations >= mostDurations ? 'too_many_durations' : undefined
}

/** Whether a duration is no longer than its visit lasts, nor than the record exists. */
function isPlausible({ createdAt }: Measured, ms: number, { batch, arrivedAt }: Arrival): boolean {
  return ms <= batch.sent && ms <= arrivedAt - createdAt + hourMs
}

/** A dropped event leaves its number alone: what it says may be anything. */
function toRow(
  { organization, content, visit, day }: VisitRow,
  event: Event,
  { batch, arrivedAt }: Arrival,
  isDropped: boolean,
): EventRow {
  const { seq, item, type, at } = event
  const happened_at = new Date(arrivedAt - Math.max(0, batch.sent - at))
  const row = { day, organization, content, visit, seq, happened_at }
  if (isDropped) return { ...row, at: null, item: null, type: null, button: null, ms: null }
  const button = type === 'click' ? event.button : null
  const ms = type === 'duration' ? event.ms : null
  return { ...row, at, item, type, button, ms }
}

function applyItem({ items }: Measured, visit: VisitRow, event: Event): void {
  const { index } = items.get(event.item) as { index: number }
  if (!visit.items.includes(index)) visit.items.push(index)
  if (event.type !== 'duration') return
  visit.durations += 1
  visit.ms += event.ms
}

/** A duration is a total that grows: the largest counts. */
function growDuration(
  measured: Measured,
  visit: VisitRow,
  known: ChangedEvent,
  event: Event,
  arrival: Arrival,
): void {
  const { ms: before, item } = known
  if (before === null || event.type !== 'duration' || event.item !== item) return
  if (event.ms <= before || !isPlausible(measured, event.ms, arrival)) return
  if (!known.change) Object.assign(known, { change: 'grown', fromMs: before })
  known.ms = event.ms
  visit.ms += event.ms - before
}

/** `last` never falls, is never below a number that was used, and never above the highest that is accepted. */
function applyLast(visit: VisitRow, batch: Batch, countDrop: CountDrop): void {
  const { last = 0, events } = batch
  if (last > mostNumbers && visit.given_out < mostNumbers) countDrop('last_too_high')
  const highest = Math.min(mostNumbers, Math.max(last, ...events.map(({ seq }) => seq)))
  visit.given_out = Math.max(visit.given_out, highest)
  // A page may say that it has used any number: beyond a few, it is believed as many as arrived.
  visit.lost = Math.min(visit.given_out - visit.received, Math.max(fewLost, visit.received))
}

/**
 * The latest report of a visit counts. One of a visit that began before the record showed other items is passed over: its
 * positions name those before.
 */
function applyReport(measured: Measured, visit: VisitRow, { report, sent }: Batch): void {
  if (!report || sent < (visit.reported ?? -1) || visit.began_at.getTime() < measured.since) return
  visit.report = toLetters(report, measured)
  visit.reported = sent
}

/** The letters of a report. An unknown index is ignored. */
function toLetters(report: Report, { contentItems, contentNow }: Measured): string {
  const letters = new Array<string>(contentItems).fill('-')
  for (const list of reportLists)
    for (const index of report[list]) {
      const at = contentNow[index]
      if (at !== undefined) letters[at] = reportLetters[list]
    }
  return letters.join('')
}

/**
 * What a batch says of who is on the page. A page sends its farewell last, but requests may overtake each other: the
 * visit's own clock decides, and of two that were sent at one time the farewell is the later.
 */
function applyPresence(measured: Measured, visit: VisitRow, { batch, arrivedAt }: Arrival): void {
  const seen = Math.max(visit.seen_at.getTime(), arrivedAt)
  visit.seen_at = new Date(seen)
  visit.seen_minute = Math.floor(seen / 60_000)
  visit.input ||= batch.input === true
  visit.visible = Math.max(visit.visible, batch.visible ?? 0)
  const away = isFarewell(batch)
  const isLater = batch.sent > visit.sent || (batch.sent === visit.sent && (away || !visit.away))
  const latest = latestOf(batch, measured)
  visit.latest = isLater ? (latest ?? visit.latest) : (visit.latest ?? latest)
  if (isLater) Object.assign(visit, { away, sent: batch.sent })
}

/** Position of the item that was seen or clicked last. */
function latestOf({ events }: Batch, { items }: Measured): number | null {
  const did = events.filter(({ type }) => type !== 'duration')
  const latest = did.toSorted((a, b) => a.at - b.at).at(-1)
  return (latest && items.get(latest.item)?.index) ?? null
}
