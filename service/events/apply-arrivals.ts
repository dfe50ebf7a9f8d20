import { analyticsTypes, type Batch, type DurationEvent, type Event } from '../../wire/event.ts'
import { applyReport } from './apply-report.ts'
import { dropReason, isPlausible, mostNumbers, plusMs } from './bounds.ts'
import type { Arrival, Changes, MeasuredVisit } from './changes.ts'
import { dayOf } from './event-days-sql.ts'
import { countDuration } from './histogram.ts'
import { latestPresence, presenceOf } from './presence.ts'
import { addSeq, hasSeq } from './seqs.ts'
import type { DayTally, DropReason, Measured, TallyState, VisitSpan, VisitState } from './tally.ts'

/** The visit that begins with `arrival`. `countVisit` counts it. */
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

/** Counts a new visit, on the day on which it began. */
export function countVisit(changes: Changes, { counted, state }: MeasuredVisit): void {
  if (!counted) return
  changes.tally.visits += 1
  widen(changes.span, state.began)
  tallyOfDay(changes, state.began).visits += 1
}

function widen(span: VisitSpan, began: number): void {
  span.first = Math.min(span.first ?? began, began)
  span.last = Math.max(span.last ?? began, began)
}

/** Applies one batch of a visit. The same batch again, in any order among others, changes nothing. */
export function applyArrival(changes: Changes, visit: MeasuredVisit, arrival: Arrival): void {
  const { batch } = arrival
  for (const event of batch.events) applyEvent(changes, visit, event, arrival)
  applyLast(changes, visit, batch)
  if (batch.report && batch.sent >= visit.state.reportSent)
    applyReport(changes, visit, batch.report, batch.sent)
  if (visit.counted)
    visit.presence = latestPresence(visit.presence, presenceOf(changes.measured, visit.state, arrival))
}

/** Counts the events of a visit that may not begin (see `mayBegin`) as dropped. */
export function refuseVisit({ dropped }: Changes, { batch }: Arrival): void {
  count(dropped, 'too_many_visits', Math.max(1, batch.events.length))
}

function applyEvent(changes: Changes, visit: MeasuredVisit, event: Event, arrival: Arrival): void {
  const { measured, dropped } = changes
  const { state } = visit
  if (event.seq > mostNumbers) {
    count(dropped, 'too_many_numbers')
    return
  }
  if (hasSeq(state.received, event.seq)) {
    growDuration(changes, visit, event, arrival)
    return
  }
  const reason = dropReason(measured, state, event, arrival)
  receive(changes, visit, event.seq)
  if (reason) drop(changes, visit, reason)
  else storeEvent(changes, visit, event, arrival.arrivedAt - Math.max(0, arrival.batch.sent - event.at))
}

function receive({ tally }: Changes, { counted, state }: MeasuredVisit, seq: number): void {
  addSeq(state.received, seq)
  if (counted) tally.received += 1
}

function drop({ tally, dropped }: Changes, { counted }: MeasuredVisit, reason: DropReason): void {
  count(dropped, reason)
  if (counted) tally.dropped[reason] = (tally.dropped[reason] ?? 0) + 1
}

function count(dropped: Changes['dropped'], reason: DropReason, by = 1): void {
  dropped.set(reason, (dropped.get(reason) ?? 0) + by)
}

function storeEvent(changes: Changes, visit: MeasuredVisit, event: Event, date: number): void {
  const index = (changes.measured.items.get(event.item) as { index: number }).index
  const { state, counted } = visit
  const button = event.type === 'click' ? event.button : null
  visit.events.push({ seq: event.seq, item: index, date, button })
  const isFirst = !state.seen.includes(index)
  if (isFirst) state.seen.push(index)
  if (event.type === 'duration') state.durations[event.seq] = [index, event.ms, date]
  if (!counted) return
  countEvent(changes, event, index, isFirst, date)
  if (index === changes.measured.goal) reachGoal(changes, visit, date)
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

function reachGoal(changes: Changes, { visit }: MeasuredVisit, date: number): void {
  changes.span.reached = true
  changes.goal ??= { visit, date }
}

/** A duration is a total that grows: the largest counts, and the difference is added to the day of the event. */
function growDuration(
  changes: Changes,
  { counted, state }: MeasuredVisit,
  event: Event,
  arrival: Arrival,
): void {
  const known = state.durations[event.seq]
  if (!known || !isGrowth(changes.measured, event, known[0], arrival)) return
  const [index, ms, date] = known
  if (event.ms <= ms) return
  known[1] = event.ms
  if (!counted) return
  const { histogram } = itemOf(changes.tally, index)
  countDuration(histogram, ms, -1)
  countDuration(histogram, event.ms)
  addMs(changes, index, event.ms - ms, date)
}

function isGrowth(measured: Measured, event: Event, index: number, arrival: Arrival): event is DurationEvent {
  const isSame = event.type === 'duration' && measured.items.get(event.item)?.index === index
  return isSame && isPlausible(measured, event.ms, arrival)
}

function addMs(changes: Changes, index: number, ms: number, date: number): void {
  for (const sum of [changes.tally, itemOf(changes.tally, index), tallyOfDay(changes, date)])
    sum.ms = plusMs(sum.ms, ms)
}

/** `last` never falls, is never below a number that was used, and never above the highest that is accepted. */
function applyLast({ tally, dropped }: Changes, { counted, state }: MeasuredVisit, batch: Batch): void {
  const { last = 0, events } = batch
  if (last > mostNumbers && state.last < mostNumbers) count(dropped, 'last_too_high')
  const highest = Math.min(mostNumbers, Math.max(last, ...events.map(({ seq }) => seq)))
  const gained = highest - state.last
  if (gained <= 0) return
  state.last = highest
  if (counted) tally.last += gained
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
