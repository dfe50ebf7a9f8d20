import type { AnalyticsType, ContentType } from '../../wire/record.ts'
import type { DayTally, Health } from './tally.ts'

/** A day with its figures; days without any are not there. */
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

/** What the visits of one record, or of a template's records, come to. */
export interface Summary {
  visits: number
  lost: number
  items: ItemResults[]
  report: ReportResults[]
  days: Day[]
}

/** A content record in the list of the page for people. */
export interface ListedRecord extends DayTally {
  id: string
  pattern: string
  /** The prospect's name, company, e-mail or domain, whichever is known first. */
  prospect: string
  template: string
  language: string
  status: string
  lost: number
  health: Health
  /** Events that were dropped, by reason. */
  dropped: Record<string, number>
  name: string | null
  email: string | null
  company: string | null
  /** When the first and the last of its visits began. */
  firstVisitAt: Date | null
  lastVisitAt: Date | null
  createdAt: Date
}

/** A content record in the list of `GET /results/content`. */
export interface RecordSummary extends Omit<ListedRecord, 'pattern' | 'createdAt' | OptionalOfRecord> {
  /** The personalised link; left out where the template names no page. */
  link?: string
  /** What is not known is left out. */
  name?: string
  email?: string
  company?: string
  firstVisitAt?: string
  lastVisitAt?: string
  createdAt: string
}

type OptionalOfRecord = 'name' | 'email' | 'company' | 'firstVisitAt' | 'lastVisitAt'

/** A visit in a record's timeline. */
export interface TimelineVisit {
  visit: string
  /** UTC, ISO 8601, milliseconds; so are the dates of its events. */
  startedAt: string
  events: { seq: number; item: string; type: AnalyticsType; date: string; ms?: number; button?: string }[]
}

/** What `GET /results/content` answers. */
export interface RecordPage {
  records: RecordSummary[]
  /** Hand it in as `cursor` for the next records; left out at the end. */
  next?: string
}
