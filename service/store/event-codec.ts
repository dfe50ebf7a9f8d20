import type {
  DayTally,
  Duration,
  Health,
  ItemTally,
  ReportTally,
  StoredEvent,
  TallyState,
  VisitState,
} from '../model/tally.ts'
import type { Defaulted, Timestamp } from './columns.ts'
import { readVersioned } from './stored-format.ts'

export interface VisitTable {
  organization: string
  content: string
  visit: string
  /** False: left out of results, a robot's or a test prospect's. */
  counted: boolean
  robot: boolean
  /** Day (UTC) on which it was last heard of. */
  touched: string
  /** See `encodeVisit`. */
  state: string
}

/** What a visit brought in one write. Partitioned by `day`. */
export interface EventTable {
  /** Day (UTC) of arrival. */
  day: string
  organization: string
  content: string
  visit: string
  /** Of the first of its events. */
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
  /** When the first and the last of its visits began; null where a version before these columns counted them. */
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

declare module './schema.ts' {
  interface Schema {
    visit: VisitTable
    event: EventTable
    tally: TallyTable
    tally_day: TallyDayTable
  }
}

/**
 * States and events as they are kept: JSON arrays by position, in text, their version first. Half as long as objects,
 * and written some thousand times a second. The views of `report` read them as well.
 *
 * Release 0.1, which wrote `v1` without saying so, looks at no version: a later one must make it fail rather than
 * misread. So a number stands where it looks for the durations of a visit (the fifth element) and for the items of a
 * tally (the seventh). What it fails to write stays an arrival, and a later release writes it.
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

/** The state that `encodeVisit` gave the text of. Throws NewerFormat. */
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

/** The text of a tally, without what was dropped. */
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

/** The tally that `encodeTally` gave the text of. Throws NewerFormat. */
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

/** An event within the row of its visit. */
export type EncodedEvent = [seq: number, item: number, date: number, button?: string]

/** The text of a row's events. */
export function encodeEvents(events: StoredEvent[]): string {
  const encoded = events.map(
    ({ seq, item, date, button }): EncodedEvent => (button ? [seq, item, date, button] : [seq, item, date]),
  )
  return JSON.stringify(['v2', ...encoded])
}

/** The events that `encodeEvents` gave the text of. Throws NewerFormat. */
export function decodeEvents(text: string): EncodedEvent[] {
  const read = (elements: unknown[]) => elements as EncodedEvent[]
  return readVersioned('events', text, { v1: read, v2: read })
}
