import type { Defaulted, Timestamp } from '../base/database/columns.ts'
import { readVersioned } from '../base/database/stored-format.ts'
import type {
  DayTally,
  Duration,
  Health,
  ItemTally,
  ReportTally,
  StoredEvent,
  TallyState,
  VisitState,
} from './tally.ts'

export interface VisitTable {
  organization: string
  content: string
  visit: string
  /** False for a robot's or a test prospect's: left out of results. */
  counted: boolean
  robot: boolean
  /** Day (UTC) of its last batch. */
  touched: string
  /** See `encodeVisit`. */
  state: string
}

/** The events of a visit that were written together. Partitioned by `day`. */
export interface EventTable {
  /** Day (UTC) of arrival. */
  day: string
  organization: string
  content: string
  visit: string
  /** Number of the first event. */
  seq: number
  counted: boolean
  /** See `encodeEvents`. */
  events: string
}

export interface TallyTable extends DayTally {
  organization: string
  content: string
  lost: number
  health: Health
  /** Day (UTC) of the first event or visit. */
  since: string
  /** JSON: numbers of dropped events by reason. */
  dropped: string
  /** See `Begun`. */
  begun_since: Defaulted<number>
  begun_visits: Defaulted<number>
  /** When the first and the last visit began; null where a version before these columns counted them. */
  first_visit: Timestamp | null
  last_visit: Timestamp | null
  /** Whether a visit reached the goal. */
  reached: Defaulted<boolean>
  /** See `encodeTally`. */
  state: string
}

export interface TallyDayTable extends DayTally {
  organization: string
  content: string
  /** UTC. */
  day: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    visit: VisitTable
    event: EventTable
    tally: TallyTable
    tally_day: TallyDayTable
  }
}

/**
 * States and events are stored as JSON arrays by position, in text, with the version first: they are half as long as
 * objects, and are written some thousand times a second. The views of `report` read them as well.
 *
 * Release 0.1 wrote `v1` without a version and does not check for one: a later format must make it fail rather than
 * misread. So a number stands where it expects the durations of a visit (the fifth element) and the items of a tally
 * (the seventh). What it fails to write stays an arrival, and a later release writes it.
 */
type EncodedVisit = [last: number, received: number[], seen: number[], began: number, ...EncodedRest]
type EncodedVisit1 = [began: number, last: number, received: number[], seen: number[], ...EncodedRest]
type EncodedRest = [durations: EncodedDuration[], report: string, reportSent: number]

type EncodedDuration = [seq: number, ...Duration]

type EncodedTally = [
  visits: number,
  views: number,
  clicks: number,
  ms: number,
  last: number,
  received: number,
  items: [visits: number, events: number, ms: number, histogram: ItemTally['histogram']][],
  report: ReportTally[],
  recent: TallyState['recent'],
]

/** The text of a visit's state. */
export function encodeVisit(state: VisitState): string {
  const { began, last, received, seen, durations, report, reportSent } = state
  const list = Object.entries(durations).map(([seq, duration]): EncodedDuration => [Number(seq), ...duration])
  const encoded: EncodedVisit = [last, received, seen, began, list, report, reportSent]
  return JSON.stringify(['v2', ...encoded])
}

/** The state that `encodeVisit` wrote. Throws NewerFormat. */
export function decodeVisit(text: string): VisitState {
  return readVersioned('a visit', text, {
    v1(elements) {
      const [began, last, received, seen, ...rest] = elements as EncodedVisit1
      return toVisit([last, received, seen, began, ...rest])
    },
    v2: (elements) => toVisit(elements as EncodedVisit),
  })
}

function toVisit([last, received, seen, began, list, report, reportSent]: EncodedVisit): VisitState {
  return { began, last, received, seen, durations: toDurations(list), report, reportSent }
}

function toDurations(list: EncodedDuration[]): VisitState['durations'] {
  const durations: VisitState['durations'] = {}
  for (const [seq, ...duration] of list) durations[seq] = duration
  return durations
}

/** The text of a tally, without `dropped`, which has its own column. */
export function encodeTally(state: TallyState): string {
  const { visits, views, clicks, ms, last, received, items, report, recent } = state
  const list = items.map((item): EncodedTally[6][number] => [
    item.visits,
    item.events,
    item.ms,
    item.histogram,
  ])
  const encoded: EncodedTally = [visits, views, clicks, ms, last, received, list, report, recent]
  return JSON.stringify(['v2', ...encoded])
}

/** The tally that `encodeTally` wrote. Throws NewerFormat. */
export function decodeTally(text: string, dropped: string): TallyState {
  const read = (elements: unknown[]) => toTally(elements as EncodedTally, dropped)
  return readVersioned('figures', text, { v1: read, v2: read })
}

function toTally(encoded: EncodedTally, dropped: string): TallyState {
  const [visits, views, clicks, ms, last, received, list, report, recent] = encoded
  const items = list.map(([itemVisits, events, itemMs, histogram]) => ({
    visits: itemVisits,
    events,
    ms: itemMs,
    histogram,
  }))
  const counts = { visits, views, clicks, ms, last, received }
  return { ...counts, items, report, recent, dropped: JSON.parse(dropped) as TallyState['dropped'] }
}

/** An event in a row of `event`. */
export type EncodedEvent = [seq: number, item: number, date: number, button?: string]

/** The text of a row's events. */
export function encodeEvents(events: StoredEvent[]): string {
  const encoded = events.map(
    ({ seq, item, date, button }): EncodedEvent => (button ? [seq, item, date, button] : [seq, item, date]),
  )
  return JSON.stringify(['v2', ...encoded])
}

/** The events that `encodeEvents` wrote. Throws NewerFormat. */
export function decodeEvents(text: string): EncodedEvent[] {
  const read = (elements: unknown[]) => elements as EncodedEvent[]
  return readVersioned('events', text, { v1: read, v2: read })
}
