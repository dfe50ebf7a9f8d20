import type { Batch, DurationEvent, Event, Report } from '../../wire/event.ts'
import { analyticsTypes } from '../model/analytics-types.ts'
import { countDuration } from '../model/histogram.ts'
import {
  type DayTally,
  type DropReason,
  type Measured,
  type ReportTally,
  reportLetters,
  type StoredEvent,
  type TallyState,
  type VisitState,
} from '../model/tally.ts'
import { dayOf } from '../store/event-days.ts'
import type { KeptVisit } from '../store/events.ts'
import { addSeq, countRanges, hasSeq } from './seqs.ts'

/** A batch, and what its arrival says of it. */
export interface Arrival {
  batch: Batch
  /** Milliseconds since 1970, by this machine's clock. */
  arrivedAt: number
  robot: boolean
}

/** A visit as it is in the database, or is to be. */
export interface MeasuredVisit extends KeptVisit {
  visit: string
  /** Its events that are to be stored. */
  events: StoredEvent[]
}

/** What arrivals change for one content record. `applyArrival` writes into it. */
export interface Changes {
  measured: Measured
  tally: TallyState
  /** By day, what is to be added. */
  days: Map<string, DayTally>
  /** Dropped for the first time: a batch that comes again counts nothing. */
  dropped: Map<DropReason, number>
}

/** More gaps than any visit has that lost events: what comes with yet another is dropped. */
const maxRanges = 1000

/** How many visits say how a record fares now: enough that one odd browser does not. */
const recentVisits = 5

/** A visit that nothing was known of before `arrival`. It is counted by `countVisit`. */
export function newVisit({ batch, arrivedAt, robot }: Arrival, { test }: Measured): MeasuredVisit {
  const state: VisitState = {
    began: arrivedAt - batch.sent,
    last: 0,
    received: [],
    seen: [],
    durations: {},
    report: '',
    reportSent: -1,
  }
  return { visit: batch.visit, counted: !robot && !test, robot, state, events: [] }
}

/** Counts a new visit, on the day it began. */
export function countVisit(changes: Changes, { counted, state }: MeasuredVisit): void {
  if (!counted) return
  changes.tally.visits += 1
  tallyOfDay(changes, state.began).visits += 1
}

/** Takes in one batch of a visit. The same batch again, in any order among others, changes nothing. */
export function applyArrival(changes: Changes, visit: MeasuredVisit, { batch, arrivedAt }: Arrival): void {
  for (const event of batch.events) applyEvent(changes, visit, event, batch, arrivedAt)
  applyLast(changes, visit, batch)
  if (batch.report && batch.sent >= visit.state.reportSent)
    applyReport(changes, visit, batch.report, batch.sent)
}

function applyEvent(
  changes: Changes,
  visit: MeasuredVisit,
  event: Event,
  batch: Batch,
  arrivedAt: number,
): void {
  const { state } = visit
  if (hasSeq(state.received, event.seq)) {
    growDuration(changes, visit, event, batch)
    return
  }
  const reason = dropReason(changes.measured, event, batch) ?? gapReason(visit, event.seq)
  if (reason !== 'too_many_gaps') receive(changes, visit, event.seq)
  if (reason) drop(changes, visit, reason)
  else storeEvent(changes, visit, event, arrivedAt - Math.max(0, batch.sent - event.at))
}

function dropReason({ items }: Measured, event: Event, { sent }: Batch): DropReason | undefined {
  const item = items.get(event.item)
  if (!item) return 'unknown_item'
  if (item.type !== event.type) return 'wrong_type'
  if (event.type === 'duration' && event.ms > sent) return 'too_long'
  return undefined
}

function gapReason({ state }: MeasuredVisit, seq: number): DropReason | undefined {
  const isNext = hasSeq(state.received, seq - 1)
  return countRanges(state.received) >= maxRanges && !isNext ? 'too_many_gaps' : undefined
}

function receive({ tally }: Changes, { counted, state }: MeasuredVisit, seq: number): void {
  addSeq(state.received, seq)
  if (counted) tally.received += 1
}

function drop({ tally, dropped }: Changes, { counted }: MeasuredVisit, reason: DropReason): void {
  dropped.set(reason, (dropped.get(reason) ?? 0) + 1)
  if (counted) tally.dropped[reason] = (tally.dropped[reason] ?? 0) + 1
}

function storeEvent(changes: Changes, visit: MeasuredVisit, event: Event, date: number): void {
  const index = (changes.measured.items.get(event.item) as { index: number }).index
  const { state, counted } = visit
  const button = event.type === 'click' ? event.button : null
  visit.events.push({ seq: event.seq, item: index, date, button })
  const isFirst = !state.seen.includes(index)
  if (isFirst) state.seen.push(index)
  if (event.type === 'duration') state.durations[event.seq] = [index, event.ms, date]
  if (counted) countEvent(changes, event, index, isFirst, date)
}

function countEvent(changes: Changes, event: Event, index: number, isFirst: boolean, date: number): void {
  const { tally } = changes
  const day = tallyOfDay(changes, date)
  const item = itemOf(tally, index)
  item.events += 1
  if (isFirst) item.visits += 1
  const { counter } = analyticsTypes[event.type]
  if (counter) {
    tally[counter] += 1
    day[counter] += 1
  }
  if (event.type === 'duration') {
    countDuration(item.histogram, event.ms)
    addMs(changes, index, event.ms, date)
  }
}

/** A duration is a running total: the largest stands, and what it grew by goes to the day of the event. */
function growDuration(
  changes: Changes,
  { counted, state }: MeasuredVisit,
  event: Event,
  { sent }: Batch,
): void {
  const known = state.durations[event.seq]
  if (!known || !isGrowth(changes.measured, event, known[0], sent)) return
  const [index, ms, date] = known
  if (event.ms <= ms) return
  known[1] = event.ms
  if (!counted) return
  const { histogram } = itemOf(changes.tally, index)
  countDuration(histogram, ms, -1)
  countDuration(histogram, event.ms)
  addMs(changes, index, event.ms - ms, date)
}

function isGrowth({ items }: Measured, event: Event, index: number, sent: number): event is DurationEvent {
  return event.type === 'duration' && event.ms <= sent && items.get(event.item)?.index === index
}

function addMs(changes: Changes, index: number, ms: number, date: number): void {
  changes.tally.ms += ms
  itemOf(changes.tally, index).ms += ms
  tallyOfDay(changes, date).ms += ms
}

/** `last` never falls, and is never below a number that was given out. */
function applyLast({ tally }: Changes, { counted, state }: MeasuredVisit, { last = 0, events }: Batch): void {
  let highest = last
  for (const { seq } of events) if (seq > highest) highest = seq
  const gained = highest - state.last
  if (gained <= 0) return
  state.last = highest
  if (counted) tally.last += gained
}

function applyReport({ measured, tally }: Changes, visit: MeasuredVisit, report: Report, sent: number): void {
  const letters = toLetters(report, measured)
  if (visit.counted && letters !== visit.state.report) {
    countReport(tally, visit.state.report, -1)
    countReport(tally, letters, 1)
  }
  if (visit.counted) tally.recent = withRecent(tally.recent, visit.visit, letters)
  visit.state.report = letters
  visit.state.reportSent = sent
}

/** The visits that began to report last, each once. */
function withRecent(recent: TallyState['recent'], visit: string, letters: string): TallyState['recent'] {
  const at = recent.findIndex(([name]) => name === visit)
  if (at >= 0) return recent.with(at, [visit, letters])
  return [...recent, [visit, letters] satisfies [string, string]].slice(-recentVisits)
}

function countReport({ report }: TallyState, letters: string, by: 1 | -1): void {
  for (let index = 0; index < letters.length; index++) {
    const list = reportLetters.indexOf(letters.charAt(index))
    if (list < 0) continue
    while (report.length <= index) report.push([0, 0, 0, 0])
    const counts = report[index] as ReportTally
    counts[list] = (counts[list] as number) + by
  }
}

/** An index that the record does not have says nothing; one in two lists counts in the later one. */
function toLetters(report: Report, { contentItems, reportIndexes }: Measured): string {
  const letters = new Array<string>(contentItems).fill('-')
  const lists = [report.applied, report.missing, report.refused, report.contested]
  lists.forEach((list, at) => {
    for (const index of list) {
      const counted = reportIndexes[index]
      if (counted !== undefined) letters[counted] = reportLetters.charAt(at)
    }
  })
  return letters.join('')
}

function itemOf(tally: TallyState, index: number) {
  for (let at = tally.items.length; at <= index; at++)
    tally.items.push({ visits: 0, events: 0, ms: 0, histogram: {} })
  return tally.items[index] as TallyState['items'][number]
}

function tallyOfDay({ days }: Changes, date: number): DayTally {
  const day = dayOf(date)
  let tally = days.get(day)
  if (!tally) {
    tally = { visits: 0, views: 0, clicks: 0, ms: 0 }
    days.set(day, tally)
  }
  return tally
}
