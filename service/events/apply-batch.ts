import {
  analyticsTypes,
  type Batch,
  type DurationEvent,
  type Event,
  isFarewell,
  type Report,
} from '../../wire/event.ts'
import { dropReason, isPlausible, lostOf, mayBegin, mostNumbers, plusMs } from './bounds.ts'
import { dayOf } from './event-days-sql.ts'
import { countDuration } from './histogram.ts'
import {
  type DayTally,
  type DropReason,
  type EventRow,
  type Measured,
  type MeasuredVisit,
  reportLetters,
  reportLists,
  type Tally,
} from './tally.ts'

/** A batch, and how it arrived. */
export interface Arrival {
  batch: Batch
  /** Milliseconds since 1970, by the service's clock. */
  arrivedAt: number
  robot: boolean
}

/** What batches change for one content record. Applying one modifies it. */
export interface Changes {
  measured: Measured
  tally: Tally
  /** By name. */
  visits: Map<string, ChangedVisit>
  /** What is added to each day. */
  days: Map<string, DayTally>
  /** The visit that reached the goal first, and when. */
  goal?: { visit: string; date: number }
  /** Items that were read for longer than before. */
  reads?: { visit: string; item: string; fromMs: number; toMs: number; date: number }[]
}

/** A visit, and those of its numbers that its batches name and that are known. */
export interface ChangedVisit {
  visit: MeasuredVisit
  isNew: boolean
  /** Numbers up to this one may be in the archive: those that are not among `numbers` are repeated. */
  archived: number
  numbers: Map<number, ChangedEvent>
}

interface ChangedEvent extends EventRow {
  change?: 'new' | 'grown'
}

/** Counts drops, as far as they are not repeated. */
export type CountDrop = (reason: DropReason, by?: number) => void

/** Applies one batch of a record. The same batch again, in any order among others, changes nothing. */
export function applyBatch(changes: Changes, arrival: Arrival, countDrop: CountDrop): void {
  const { batch } = arrival
  const changed = changes.visits.get(batch.visit) ?? beginVisit(changes, arrival)
  if (!changed) {
    countDrop('too_many_visits', Math.max(1, batch.events.length))
    return
  }
  for (const event of batch.events) applyEvent(changes, changed, event, arrival, countDrop)
  applyLast(changes, changed.visit, batch, countDrop)
  if (batch.report && batch.sent >= (changed.visit.reported ?? -1))
    applyReport(changes, changed.visit, batch.report, batch.sent)
  applyPresence(changes, changed.visit, arrival)
}

/** A visit is counted on the day on which it began. Undefined where it may not begin. */
function beginVisit(changes: Changes, { batch, arrivedAt, robot }: Arrival): ChangedVisit | undefined {
  const { measured, tally, visits } = changes
  if (!mayBegin(tally, arrivedAt)) return undefined
  const { organization, content, test } = measured
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
    counted: !robot && !test,
    robot,
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
  const changed = { visit, isNew: true, archived: 0, numbers: new Map() }
  visits.set(batch.visit, changed)
  if (!visit.counted) return changed
  tally.visits += 1
  tally.first = Math.min(tally.first ?? began, began)
  tally.latest = Math.max(tally.latest ?? began, began)
  dayIn(changes, began).visits += 1
  return changed
}

function applyEvent(
  changes: Changes,
  { visit, archived, numbers }: ChangedVisit,
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
  if (event.seq <= archived) return
  const dropped = dropReason(changes.measured, visit, event, arrival) ?? null
  const row = { ...toRow(visit, event, arrival, dropped), change: 'new' as const }
  numbers.set(event.seq, row)
  visit.received += 1
  if (dropped) {
    countDrop(dropped)
    if (visit.counted) changes.tally.dropped[dropped] = (changes.tally.dropped[dropped] ?? 0) + 1
  } else countEvent(changes, visit, event, row.date)
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
  if (dropped) return { ...row, item: null, type: null, button: null, ms: null }
  const button = type === 'click' ? event.button : null
  const ms = type === 'duration' ? event.ms : null
  return { ...row, item, type, button, ms }
}

function countEvent(changes: Changes, visit: MeasuredVisit, event: Event, date: number): void {
  const { measured, tally } = changes
  const { index } = measured.items.get(event.item) as { index: number }
  const isFirst = !visit.items.includes(index)
  if (isFirst) visit.items.push(index)
  if (event.type === 'duration') {
    visit.durations += 1
    visit.ms = plusMs(visit.ms, event.ms)
  }
  if (!visit.counted) return
  add(tally.itemEvents, index, 1)
  if (isFirst) add(tally.itemVisits, index, 1)
  const { counter } = analyticsTypes[event.type]
  if (counter) for (const sum of [tally, dayIn(changes, date)]) sum[counter] += 1
  if (event.type === 'duration') {
    countDuration(histogramOf(tally, index), event.ms)
    addMs(changes, index, event.ms, date)
    noteRead(changes, visit, event, 0, date)
  }
  if (index !== measured.goal) return
  if (!tally.reached) changes.goal = { visit: visit.visit, date }
  tally.reached = true
  tally.reachedAt = Math.min(tally.reachedAt ?? date, date)
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
  noteRead(changes, visit, event, before, known.date)
}

function noteRead(
  changes: Changes,
  { visit }: MeasuredVisit,
  event: DurationEvent,
  fromMs: number,
  date: number,
) {
  changes.reads = [...(changes.reads ?? []), { visit, item: event.item, fromMs, toMs: event.ms, date }]
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

function addMs(changes: Changes, index: number, ms: number, date: number): void {
  const { tally } = changes
  for (const sum of [tally, dayIn(changes, date)]) sum.ms = plusMs(sum.ms, ms)
  add(tally.itemMs, index, ms)
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
  const before = visit.report
  const isFirst = visit.reported === null
  visit.report = toLetters(report, measured, visit.began)
  visit.reported = sent
  if (!visit.counted) return
  tally.reports += isFirst ? 1 : 0
  for (let index = 0; index < visit.report.length; index++) {
    const [was, is] = [before[index], visit.report[index]]
    if (!isLacking(is)) tally.lacking[index] = 0
    else if (isFirst || !isLacking(was)) add(tally.lacking, index, 1)
    for (const list of reportLists) {
      if (was === reportLetters[list]) add(tally[list], index, -1)
      add(tally[list], index, is === reportLetters[list] ? 1 : 0)
    }
  }
  tally.health = healthOf(tally)
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

const isLacking = (letter: string | undefined) =>
  letter === reportLetters.missing || letter === reportLetters.refused

/** How many visits in a row decide whether a record is broken: enough to outvote one odd browser. */
const recentVisits = 5

function healthOf({ lacking, reports }: Tally): Tally['health'] {
  const enough = Math.min(recentVisits, reports)
  return lacking.some((visits) => visits >= enough) ? 'broken' : 'good'
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

function histogramOf({ histograms }: Tally, index: number) {
  histograms[index] ??= {}
  return histograms[index]
}

function add(list: number[], index: number, by: number): void {
  while (list.length <= index) list.push(0)
  list[index] = plusMs(list[index] as number, by)
}

function dayIn({ days }: Changes, date: number): DayTally {
  const day = dayOf(date)
  const tally = days.get(day) ?? { visits: 0, views: 0, clicks: 0, ms: 0 }
  days.set(day, tally)
  return tally
}
