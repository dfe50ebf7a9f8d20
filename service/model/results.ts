import type { AnalyticsType } from '../../wire/event.ts'
import type { ContentType } from '../../wire/targets.ts'
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
  /** Its id. */
  prospectId: string
  name: string | null
  email: string | null
  company: string | null
  /** When its first and its last visit began. */
  firstVisit: Date | null
  lastVisit: Date | null
  template: string
  /** The campaign that invites by it. */
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
    'pattern' | 'createdAt' | 'name' | 'email' | 'company' | 'campaign' | 'firstVisit' | 'lastVisit'
  > {
  /** What is not known is left out. */
  name?: string
  email?: string
  company?: string
  /** Left out where a program made the record by itself. */
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
  /** Hand it in as `cursor` for the next records; left out at the end. */
  next?: string
}
