import type { AnalyticsType } from '../../wire/event.ts'
import type { Histogram } from './histogram.ts'
import type { KindReason, VisitKind } from './kinds.ts'

/** What the collector needs of one revision of a content record. */
export interface Measured {
  organization: string
  content: string
  /** Whether it is a test prospect's: then its visits are left out of results. */
  test: boolean
  /** How often it was regenerated. */
  revision: number
  /** Index and type of each analytics item that it has or had, by its id. */
  items: Map<string, { index: number; type: AnalyticsType }>
  /** How many content items it has or had. */
  contentItems: number
  /** Index of the analytics item that is the goal. */
  goal: number | undefined
  /**
   * Maps the index of a content item in a report to the index by which it is counted. The first entry applies whose
   * `until` is after the beginning of the visit.
   */
  reportIndexes: { until: number; content: number[] }[]
  /** Milliseconds since 1970: no duration can be longer than the record is old. */
  createdAt: number
}

/** Names of a content record. */
export interface RecordKey {
  organization: string
  content: string
}

export interface VisitKey extends RecordKey {
  visit: string
}

/** What happened on one day (UTC) in the visits of a content record. */
export interface DayTally {
  visits: number
  views: number
  clicks: number
  ms: number
}

/** A visit. Times are milliseconds since 1970; for the rest see `VisitTable`. */
export interface MeasuredVisit extends VisitKey {
  day: string
  /** When it began: the arrival of its first batch minus its `sent`. It never changes. */
  began: number
  seen: number
  away: boolean
  sent: number
  latest: number | null
  counted: boolean
  /** Null until its first batch is applied. */
  kind: VisitKind | null
  why: KindReason | null
  /** The highest `seq` that it is known to have used. */
  last: number
  received: number
  lost: number
  durations: number
  ms: number
  items: number[]
  reported: number | null
  report: string
  input: boolean | null
  visible: number | null
}

/** A number of a visit and its event. Dates are milliseconds since 1970; for the rest see `EventTable`. */
export interface EventRow extends VisitKey {
  day: string
  seq: number
  item: string | null
  type: AnalyticsType | null
  date: number
  /** See `EventTable`. */
  at: number | null
  button: string | null
  ms: number | null
  dropped: DropReason | null
}

/** What the visits of a content record add up to: see `TallyTable`. */
export interface Tally extends RecordKey, DayTally {
  lost: number
  others: number
  health: Health
  dropped: Partial<Record<DropReason, number>>
  /** When the first and the last visit began, in milliseconds since 1970. */
  first: number | null
  latest: number | null
  reached: boolean
  /** When the goal was reached first, in milliseconds since 1970. */
  reachedAt: number | null
  hourBegan: number
  hourVisits: number
  itemVisits: number[]
  itemEvents: number[]
  itemMs: number[]
  /** By the item's position. */
  histograms: Record<number, Histogram>
  reports: number
  applied: number[]
  missing: number[]
  refused: number[]
  contested: number[]
  lacking: number[]
}

/** The lists of a report, in the order in which results show them. */
export const reportLists = ['applied', 'missing', 'refused', 'contested'] as const

/** The letter of each list in the report of a visit, where each content item has one; `-` is one in no list. */
export const reportLetters = { applied: 'a', missing: 'm', refused: 'r', contested: 'c' } as const

/** Whether a record's content items work on the page: it is broken where all recent visits lack one of them. */
export const healths = ['unknown', 'good', 'broken'] as const
export type Health = (typeof healths)[number]

/** Why an event, or another value of a batch, was dropped; the rest of the batch is kept. */
export const dropReasons = [
  'unknown_item',
  'wrong_type',
  'too_long',
  'too_many_numbers',
  'too_many_durations',
  'too_many_visits',
  'last_too_high',
] as const
export type DropReason = (typeof dropReasons)[number]
