import type { AnalyticsType } from '../../wire/event.ts'
import type { KindReason, VisitKind } from './kinds.ts'

/** Names of a content record. */
export interface RecordKey {
  organization: string
  content: string
}

export interface VisitKey extends RecordKey {
  visit: string
}

/** A visit: what is known of it beside its events. */
export interface VisitRow extends VisitKey {
  /** Day (UTC) on which its first batch arrived: its events are stored by it. */
  day: string
  /** The arrival of its first batch minus its `sent`. It never changes. */
  began_at: Date
  /** When its latest batch arrived, and the same in minutes since 1970, which has an index. */
  seen_at: Date
  seen_minute: number
  /** The page was hidden or left, as the batch said that was `sent` last by the visit's own clock. */
  away: boolean
  sent: number
  /** Position of the analytics item that was seen or clicked last. */
  latest: number | null
  /** Whether it is a person's, and none of a test prospect: only then it is in the results. */
  counted: boolean
  /** What it was taken to be when its latest batch came. Unsure half an hour later, it is told as a machine's: see `is_unsure`. */
  kind: VisitKind
  why: KindReason
  /** The highest `seq` that it is known to have used. */
  given_out: number
  /** How many numbers arrived, those of dropped events too. */
  received: number
  lost: number
  durations: number
  /** Sum of its durations. */
  ms: number
  /** Positions of the analytics items that it has events of. */
  items: number[]
  /** `sent` of the report that stands, and its letters: see `reportLetters`. */
  reported: number | null
  report: string
  /** Whether it had input so far, and for how long its page was visible; null if it has not said. */
  input: boolean | null
  visible: number | null
}

/** An event, or the number of one that was dropped. Partitioned by `day`, that of its visit. */
export interface EventRow extends VisitKey {
  day: string
  seq: number
  /** Its analytics item's id and type; null if it was dropped. */
  item: string | null
  type: AnalyticsType | null
  happened_at: Date
  /** Milliseconds since its visit began, by the visit's own clock; null if it was dropped. */
  at: number | null
  button: string | null
  ms: number | null
}

/** What happened on one day (UTC) in the visits of a content record. */
export interface DayTally {
  visits: number
  views: number
  clicks: number
  ms: number
}

/** What the visits of a record add up to. Lists have an entry for each item, by its position among `MeasuredItems`. */
export interface Tally extends RecordKey, DayTally {
  lost: number
  /** Visits that are not, or not yet, a person's. */
  others: number
  /** When the first and the last visit began. */
  first_visit: Date | null
  last_visit: Date | null
  /** Whether a visit reached the goal, and when the first did. */
  reached: boolean
  reached_at: Date | null
  /** When the hour began in which `hour_visits` began, in milliseconds since 1970: see `mayBegin`. */
  hour_began: number
  hour_visits: number
  item_visits: number[]
  item_events: number[]
  item_ms: number[]
  /** Of the durations of each item, by its position. */
  histograms: Record<number, Histogram>
  /** In how many visits a content item was applied, missing, refused, contested. */
  applied: number[]
  missing: number[]
  refused: number[]
  contested: number[]
}

/** How many durations fall into each bucket, by the bucket's number; empty buckets are left out. */
export type Histogram = Record<string, number>

declare module '../base/database/schema.ts' {
  interface Schema {
    visit: VisitRow
    event: EventRow
    tally: Tally
    tally_day: RecordKey & DayTally & { day: string }
  }
}

/** The lists of a report, in the order in which results show them. */
export const reportLists = ['applied', 'missing', 'refused', 'contested'] as const

/** The letter of each list in the report of a visit, where each content item has one; `-` is one in no list. */
export const reportLetters = { applied: 'a', missing: 'm', refused: 'r', contested: 'c' } as const

/** What the collector needs of one revision of a content record. */
export interface Measured extends RecordKey {
  pattern: string
  /** Whether it is a test prospect's: then its visits are left out of results. */
  test: boolean
  /** How often it was made again. */
  revision: number
  /** Position and type of each analytics item that it has or had, by its id. */
  items: Map<string, { index: number; type: AnalyticsType }>
  /** How many content items it has or had. */
  contentItems: number
  /** The positions of the content items that a page reports, if its visit began from `since` on. */
  contentNow: number[]
  since: number
  /** Position of the analytics item that is the goal. */
  goal: number | undefined
  /** Milliseconds since 1970: no duration can be longer than the record is old. */
  createdAt: number
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
  goal?: { visit: string; at: number }
  /** Items that were read for longer than before. */
  reads: { visit: string; item: string; fromMs: number; toMs: number; at: number }[]
}

/** A visit, and those of its numbers that its batches name and that are known. */
export interface ChangedVisit {
  visit: VisitRow
  isNew: boolean
  /** Whether its day has left the database: it takes nothing more, as what is sent again could not be told. */
  isGone: boolean
  /** What the batches of this group say about who is there, beside what the visit keeps. */
  signs: { isRobot?: boolean; isHasty?: boolean; isOlder?: boolean }
  numbers: Map<number, ChangedEvent>
}

export interface ChangedEvent extends EventRow {
  change?: 'new' | 'grown'
}

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

/** Counts drops, as far as they are not repeated. */
export type CountDrop = (reason: DropReason, by?: number) => void
