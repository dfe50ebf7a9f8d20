import type { AnalyticsType } from '../../wire/event.ts'

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

/** How many visits of a record began in the current hour: see `mayBegin`. */
export interface Begun {
  /** Milliseconds since 1970. */
  since: number
  visits: number
}

/** When the visits of some arrivals began: milliseconds since 1970, null where none did. */
export interface VisitSpan {
  first: number | null
  last: number | null
  /** Whether one of them reached the goal. */
  reached: boolean
}

/** Index of the analytics item, milliseconds so far, and the event's date as milliseconds since 1970. */
export type Duration = [item: number, ms: number, date: number]

/** All that is stored of a visit beside its events. */
export interface VisitState {
  /** When it began, in milliseconds since 1970: the arrival of its first batch minus its `sent`. It never changes. */
  began: number
  /** The highest `seq` that the visit is known to have used. */
  last: number
  /** Numbers received, as bounds of ranges: `[1, 4, 7, 7]` is 1 to 4 and 7. */
  received: number[]
  /** Indexes of the analytics items that the visit has events of. */
  seen: number[]
  /** By `seq`. */
  durations: Record<string, Duration>
  /** The latest report, a letter of `reportLetters` for each content item, or `-` for one in no list. */
  report: string
  /** `sent` of that report; -1 before the first. */
  reportSent: number
}

/** Letters of the lists of a report, in the order in which `ReportTally` counts them. */
export const reportLetters = 'amrc'

/** In how many visits a content item was applied, missing, refused, contested. */
export type ReportTally = [applied: number, missing: number, refused: number, contested: number]

/** What the visits of a content record add up to for one analytics item. */
export interface ItemTally {
  visits: number
  events: number
  ms: number
  /** How many durations fall into each bucket (see `countDuration`). */
  histogram: Record<string, number>
}

/** What the visits of a content record add up to. */
export interface TallyState extends DayTally {
  /** Sums over the visits: `last`, and how many numbers were received. */
  last: number
  received: number
  items: ItemTally[]
  report: ReportTally[]
  /** The reports of the visits that reported last, a letter for each content item as in `VisitState.report`. */
  recent: [visit: string, report: string][]
  /** Events that were dropped, by reason. */
  dropped: Partial<Record<DropReason, number>>
}

/** Whether a record's content items work on the page: see `healthOf`. */
export type Health = 'unknown' | 'good' | 'broken'

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

/** What happened on one day (UTC) in the visits of a content record. */
export interface DayTally {
  visits: number
  views: number
  clicks: number
  ms: number
}

/** An event to be stored. */
export interface StoredEvent {
  seq: number
  item: number
  /** Milliseconds since 1970. */
  date: number
  button: string | null
}
