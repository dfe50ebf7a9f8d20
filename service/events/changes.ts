import type { Signs } from './kinds.ts'
import type { DayTally, EventRow, Measured, MeasuredVisit, Tally } from './tally.ts'

/** What batches change for one content record. Applying one modifies it. */
export interface Changes {
  measured: Measured
  tally: Tally
  /** By name. */
  visits: Map<string, ChangedVisit>
  /** What is added to each day. */
  days: Map<string, DayTally>
  /** The visit that reached the goal first, and when. */
  goal?: { visit: string; date: number } | undefined
  /** Items that were read for longer than before. */
  reads?: { visit: string; item: string; fromMs: number; toMs: number; date: number }[]
}

/** A visit, and those of its numbers that its batches name and that are known. */
export interface ChangedVisit {
  visit: MeasuredVisit
  isNew: boolean
  /** Whether its day has left the database: it takes nothing more, as what is sent again could not be told. */
  isGone: boolean
  /** What the batches of this group say about who is there, beside what the visit keeps. */
  signs: Partial<Pick<Signs, 'isRobot' | 'isHasty' | 'isOlder'>>
  numbers: Map<number, ChangedEvent>
}

export interface ChangedEvent extends EventRow {
  change?: 'new' | 'grown'
}
