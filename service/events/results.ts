import type { AnalyticsType } from '../../wire/event.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { DayTally, Health } from './tally.ts'

/** The figures of one day; days without any are left out. */
export interface Day extends DayTally {
  /** UTC, as `2026-11-20`. */
  day: string
}

/** What visits did with one analytics item. */
export interface ItemResults {
  id: string
  selector: string
  type: AnalyticsType
  /** Visits with at least one event of it. */
  visits: number
  events: number
  /** Sum of its durations, in milliseconds. */
  ms: number
  /** Median of its durations, in milliseconds; 0 without data. */
  medianMs: number
}

/** In how many visits a content item was applied, missing, refused, contested. */
export interface ReportResults {
  index: number
  selector: string
  type: ContentType
  applied: number
  missing: number
  refused: number
  contested: number
}

/** The results of one record, or of a group of records. */
export interface Summary {
  visits: number
  lost: number
  items: ItemResults[]
  report: ReportResults[]
  days: Day[]
}

/** A content record in the list of records, as the store returns it. */
export interface ListedRecord extends DayTally {
  id: string
  /** The value that the list is sorted by, as text. */
  key: string
  pattern: string
  /** The prospect's name, company, e-mail or domain, whichever is known first. */
  prospect: string
  /** Its id. */
  prospectId: string
  name: string | null
  email: string | null
  company: string | null
  /** When the first and the last visit began. */
  firstVisit: Date | null
  lastVisit: Date | null
  template: string
  /** The campaign that it belongs to. */
  campaign: { id: string; name: string } | null
  language: string
  status: string
  lost: number
  health: Health
  /** Events that were dropped, by reason. */
  dropped: Record<string, number>
  createdAt: Date
}

/** A content record in the list of `GET /results/content`. */
export interface RecordSummary
  extends Omit<
    ListedRecord,
    'key' | 'pattern' | 'createdAt' | 'name' | 'email' | 'company' | 'campaign' | 'firstVisit' | 'lastVisit'
  > {
  /** Left out where it is not known. */
  name?: string
  email?: string
  company?: string
  /** Left out where the record belongs to no campaign. */
  campaign?: { id: string; name: string }
  firstVisitAt?: string
  lastVisitAt?: string
  /** The personalised link; left out where the template names no page. */
  link?: string
  createdAt: string
}

/** What `GET /results/content` answers. */
export interface RecordPage {
  records: RecordSummary[]
  /** The `cursor` of the next page; left out on the last one. */
  next?: string
}
