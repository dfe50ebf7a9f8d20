import type { AnalyticsType } from '../../wire/event.ts'
import type { VisitFacts } from './visit-kind.ts'

/** Names of a content record. */
export interface RecordKey {
  organization: string
  content: string
}

export interface VisitKey extends RecordKey {
  visit: string
}

/** A visit: what is known of it beside its events. Test prospects have none. */
export interface VisitRow extends VisitKey, VisitFacts {
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
  /** The highest `seq` that it is known to have used. */
  given_out: number
  received: number
  lost: number
  durations: number
  ms: number
  /** Positions of the analytics items that it has events of. */
  items: number[]
  /** `sent` of the report that stands, and its letters: see `reportLetters`. */
  reported: number | null
  report: string
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

/** What a day's visits did with each analytics item, by its type and id with a blank between. `lengths`: how many durations have which. */
export type ItemTallies = Record<
  string,
  { visits: number; events: number; ms: number; lengths: Record<string, number> | null }
>

/** In how many of a day's visits each report stands: see `reportLetters`. */
export type ReportTallies = Record<string, number>

declare module '../base/database/schema.ts' {
  interface Schema {
    visit: VisitRow
    event: EventRow
  }
}

/** The lists of a report, in the order in which results show them. */
export const reportLists = ['applied', 'missing', 'refused', 'contested'] as const

/** The letter of each list in the report of a visit, where each content item has one; `-` is one in no list. */
export const reportLetters = { applied: 'a', missing: 'm', refused: 'r', contested: 'c' } as const
