import type { AnalyticsType } from '../../../wire/event.ts'
import type { EventRow, RecordKey, VisitRow } from '../rows.ts'

/** What the collector needs of one revision of a content record. */
export interface Measured extends RecordKey {
  pattern: string
  /** Whether it is a test prospect's: its visits are accepted and forgotten. */
  test: boolean
  revision: number
  /** Position and type of each analytics item that it has or had, by its id. */
  items: Map<string, { index: number; type: AnalyticsType }>
  contentItems: number
  /** The positions of the content items that a page reports, if its visit began from `since` on. */
  contentNow: number[]
  since: number
  /** Position of the analytics item that is the goal. */
  goal: number | undefined
  /** Milliseconds since 1970: no duration can be longer than the record is old. */
  createdAt: number
  /** When the hour began in which `visits` began on this process, in milliseconds since 1970. */
  hour: { began: number; visits: number }
}

/** What batches change for one content record. Applying one modifies it. */
export interface Changes {
  measured: Measured
  visits: Map<string, ChangedVisit>
}

/** A visit, and those of its numbers that its batches name and that are known. */
export interface ChangedVisit {
  visit: VisitRow
  isNew: boolean
  /** Whether its day has left the database: it takes nothing more, as what is sent again could not be told. */
  isGone: boolean
  before: { isPerson: boolean; reachedGoal: boolean }
  /** Its clicks in batches that came before it was known to be a person's. */
  clicks: { item: string; at: number }[]
  numbers: Map<number, ChangedEvent>
}

export interface ChangedEvent extends EventRow {
  change?: 'new' | 'grown'
  fromMs?: number
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
