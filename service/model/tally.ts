import type { AnalyticsType } from '../../wire/event.ts'

/** What the collector has to know of a content record, as it is in one of its revisions. */
export interface Measured {
  organization: string
  content: string
  /** Of a test prospect: its visits are left out of results. */
  test: boolean
  /** How often it was made anew. */
  revision: number
  /** Index and type of each analytics item that it has or had, by its id. */
  items: Map<string, { index: number; type: AnalyticsType }>
  /** How many content items it has or had. */
  contentItems: number
  /** Index of the analytics item that is the goal. */
  goal: number | undefined
  /**
   * For each content item, by the index of which reports speak, where among those it is counted: for visits that began
   * before `until`, the first that fits.
   */
  reportIndexes: { until: number; content: number[] }[]
  /** Milliseconds since 1970: nobody can have spent longer on it than it is old. */
  createdAt: number
}

/** How many visits of a record have begun since the first of them: see `mayBegin`. */
export interface Begun {
  /** Milliseconds since 1970. */
  since: number
  visits: number
}

/** What the visits that arrivals bring are, as a whole: dates in milliseconds since 1970, null where none began. */
export interface VisitSpan {
  first: number | null
  last: number | null
  /** Whether one of them reached the goal. */
  reached: boolean
}

/** Index of the analytics item, milliseconds so far, and the event's date as milliseconds since 1970. */
export type Duration = [item: number, ms: number, date: number]

/** All that is kept of a visit beside its events. */
export interface VisitState {
  /** When it began, by its first batch's arrival less its `sent`: milliseconds since 1970. It stays. */
  began: number
  /** Highest `seq` that the visit is known to have given out. */
  last: number
  /** Numbers received, as bounds of ranges: `[1, 4, 7, 7]` is 1 to 4 and 7. */
  received: number[]
  /** Indexes of the analytics items that the visit has events of. */
  seen: number[]
  /** By `seq`. */
  durations: Record<string, Duration>
  /** The latest report, a letter for each content item: `reportLetters`, or `-` for one in no list. */
  report: string
  /** `sent` of that report; -1 before the first. */
  reportSent: number
}

/** Letters of the lists of a report, in the order in which `ReportTally` counts them. */
export const reportLetters = 'amrc'

/** Numbers of visits in which a content item is applied, missing, refused, contested. */
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

/** How a record's content items fare on the page: `broken` has one that is missing or refused in all late visits. */
export type Health = 'unknown' | 'good' | 'broken'

/** Why an event was dropped, or what a page says of a visit was not believed; the rest of its batch stands. */
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
