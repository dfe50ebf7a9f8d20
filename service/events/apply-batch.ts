import { type Batch, type DurationEvent, type Event, isFarewell, type Report } from '../../wire/event.ts'
import { dropReason, isPlausible, lostOf, mayBegin, mostNumbers, plusMs } from './bounds.ts'
import type { ChangedEvent, ChangedVisit, Changes } from './changes.ts'
import {
  addMs,
  countItem,
  countReport,
  countRow,
  histogramOf,
  noteGoal,
  noteRead,
  reachesGoal,
} from './count-visit.ts'
import { dayOf } from './event-days-sql.ts'
import { countDuration } from './histogram.ts'
import {
  type DropReason,
  type EventRow,
  type Measured,
  type MeasuredVisit,
  reportLetters,
  reportLists,
} from './tally.ts'

/** A batch, and how it arrived. */
export interface Arrival {
  batch: Batch
  /** Milliseconds since 1970, by the service's clock. */
  arrivedAt: number
  robot: boolean
}

/** Counts drops, as far as they are not repeated. */
type CountDrop = (reason: DropReason, by?: number) => void

/**
 * Applies one batch of a record. The same batch again, in any order among others, changes nothing. The figures grow with
 * a visit that is counted; one that becomes a person's is counted afterwards, whole: see `settleVisits`.
 */
export function applyBatch(changes: Changes, arrival: Arrival, countDrop: CountDrop): void {
  const { batch } = arrival
  const changed = changes.visits.get(batch.visit) ?? beginVisit(changes, arrival)
  if (!changed) {
    countDrop('too_many_visits', Math.max(1, batch.events.length))
    return
  }
  if (changed.isGone) return
  for (const event of batch.events) applyEvent(changes, changed, event, arrival, countDrop)
  applyLast(changes, changed.visit, batch, countDrop)
  if (batch.report && batch.sent >= (changed.visit.reported ?? -1))
    applyReport(changes, changed.visit, batch.report, batch.sent)
  applyPresence(changes, changed.visit, arrival)
  if (arrival.robot) changed.signs.isRobot = true
  if (batch.input === undefined && batch.visible === undefined) changed.signs.isOlder = true
}

/** Undefined where it may not begin. */
function beginVisit(changes: Changes, { batch, arrivedAt }: Arrival): ChangedVisit | undefined {
  const { measured, tally, visits } = changes
  if (!mayBegin(tally, arrivedAt)) return undefined
  const { organization, content } = measured
  const began = arrivedAt - batch.sent
  const visit: MeasuredVisit = {
    organization,
    content,
    visit: batch.visit,
    day: dayOf(Date.now()),
    began,
    seen: arrivedAt,
    away: false,
    sent: -1,
    latest: null,
    counted: false,
    kind: null,
    why: null,
    last: 0,
    received: 0,
    lost: 0,
    durations: 0,
    ms: 0,
    items: [],
    reported: null,
    report: '',
    input: null,
    visible: null,
  }
  const changed = { visit, isNew: true, isGone: false, numbers: new Map(), signs: {} }
  visits.set(batch.visit, changed)
  return changed
}

function applyEvent(
  changes: Changes,
  { visit, numbers }: ChangedVisit,
  event: Event,
  arrival: Arrival,
  countDrop: CountDrop,
): void {
  if (event.seq > mostNumbers) {
    countDrop('too_many_numbers')
    return
  }
  const known = numbers.get(event.seq)
  if (known) {
    growDuration(changes, visit, known, event, arrival)
    return
  }
  const dropped = dropReason(changes.measured, visit, event, arrival) ?? null
  const row = { ...toRow(visit, event, arrival, dropped), change: 'new' as const }
  numbers.set(event.seq, row)
  visit.received += 1
  if (dropped) countDrop(dropped)
  else applyItem(changes, visit, event)
  if (!visit.counted) return
  countRow(changes, row)
  if (reachesGoal(changes.measured, row)) noteGoal(changes, visit, row.date)
  noteRead(changes, row, 0)
}

/** A dropped event leaves its number alone: what it says may be anything. */
function toRow(
  { organization, content, visit, day }: MeasuredVisit,
  event: Event,
  { batch, arrivedAt }: Arrival,
  dropped: DropReason | null,
): EventRow {
  const { seq, item, type, at } = event
  const date = arrivedAt - Math.max(0, batch.sent - at)
  const row = { day, organization, content, visit, seq, date, dropped }
  if (dropped) return { ...row, at: null, item: null, type: null, button: null, ms: null }
  const button = type === 'click' ? event.button : null
  const ms = type === 'duration' ? event.ms : null
  return { ...row, at, item, type, button, ms }
}

/** What a visit knows of its items. */
function applyItem({ measured, tally }: Changes, visit: MeasuredVisit, event: Event): void {
  const { index } = measured.items.get(event.item) as { index: number }
  if (!visit.items.includes(index)) {
    visit.items.push(index)
    if (visit.counted) countItem(tally, index)
  }
  if (event.type !== 'duration') return
  visit.durations += 1
  visit.ms = plusMs(visit.ms, event.ms)
}

/** A duration is a total that grows: the largest counts, and the difference is added to the day of the event. */
function growDuration(
  changes: Changes,
  visit: MeasuredVisit,
  known: ChangedEvent,
  event: Event,
  arrival: Arrival,
): void {
  const before = known.ms
  if (before === null || !isGrowth(changes.measured, event, known, arrival) || event.ms <= before) return
  const { index } = changes.measured.items.get(event.item) as { index: number }
  known.ms = event.ms
  known.change ??= 'grown'
  visit.ms = plusMs(visit.ms, event.ms - before)
  if (!visit.counted) return
  const histogram = histogramOf(changes.tally, index)
  countDuration(histogram, before, -1)
  countDuration(histogram, event.ms)
  addMs(changes, index, event.ms - before, known.date)
  noteRead(changes, known, before)
}

function isGrowth(
  measured: Measured,
  event: Event,
  known: EventRow,
  arrival: Arrival,
): event is DurationEvent {
  const isSame = event.type === 'duration' && known.type === 'duration' && event.item === known.item
  return isSame && isPlausible(measured, event.ms, arrival)
}

/** `last` never falls, is never below a number that was used, and never above the highest that is accepted. */
function applyLast({ tally }: Changes, visit: MeasuredVisit, batch: Batch, countDrop: CountDrop): void {
  const { last = 0, events } = batch
  if (last > mostNumbers && visit.last < mostNumbers) countDrop('last_too_high')
  const highest = Math.min(mostNumbers, Math.max(last, ...events.map(({ seq }) => seq)))
  visit.last = Math.max(visit.last, highest)
  const before = visit.lost
  visit.lost = lostOf(visit)
  if (visit.counted) tally.lost += visit.lost - before
}

/** Counts a visit's report instead of its previous one. */
function applyReport({ measured, tally }: Changes, visit: MeasuredVisit, report: Report, sent: number): void {
  const before = visit.reported === null ? undefined : visit.report
  visit.report = toLetters(report, measured, visit.began)
  visit.reported = sent
  if (visit.counted) countReport(tally, before, visit.report)
}

/** The letters of a report. An unknown index is ignored; one in two lists counts in the later one. */
function toLetters(report: Report, { contentItems, reportIndexes }: Measured, began: number): string {
  const shown = reportIndexes.find(({ until }) => began < until)?.content ?? []
  const letters = new Array<string>(contentItems).fill('-')
  for (const list of reportLists) {
    for (const index of report[list]) {
      const counted = shown[index]
      if (counted !== undefined) letters[counted] = reportLetters[list]
    }
  }
  return letters.join('')
}

/**
 * What a batch says of who is on the page. A page sends its farewell last, but requests may overtake each other: the
 * visit's own clock decides, and of two that were sent at one time the farewell is the later.
 */
function applyPresence({ measured }: Changes, visit: MeasuredVisit, { batch, arrivedAt }: Arrival): void {
  visit.seen = Math.max(visit.seen, arrivedAt)
  if (batch.input !== undefined) visit.input = visit.input || batch.input
  if (batch.visible !== undefined) visit.visible = Math.max(visit.visible ?? 0, batch.visible)
  const away = isFarewell(batch)
  const isLater = batch.sent > visit.sent || (batch.sent === visit.sent && (away || !visit.away))
  const latest = latestOf(batch, measured)
  visit.latest = isLater ? (latest ?? visit.latest) : (visit.latest ?? latest)
  if (isLater) Object.assign(visit, { away, sent: batch.sent })
}

/** Position of the item that was seen or clicked last. */
function latestOf({ events }: Batch, { items }: Measured): number | null {
  const did = events.filter(({ type }) => type !== 'duration')
  const latest = did.reduce<Event | undefined>(
    (last, each) => (last && last.at > each.at ? last : each),
    undefined,
  )
  return (latest && items.get(latest.item)?.index) ?? null
}
