import type { AnalyticsType, ContentType } from '../../../wire/record.ts'

/** A content record in the list of `GET /results/content`. */
export interface RecordSummary {
  id: string
  /** The prospect's name, company or e-mail, whichever is known first. */
  prospect: string
  template: string
  language: string
  status: string
  /** The personalised link; left out where the template names no page. */
  link?: string
  visits: number
  views: number
  clicks: number
  /** Attention in all visits, in milliseconds. */
  ms: number
  lost: number
  health: Health
  createdAt: string
}

/** How a record's content items fare on the page: `broken` has one that is missing or refused in every late visit. */
export type Health = 'unknown' | 'good' | 'broken'

export interface RecordPage {
  records: RecordSummary[]
  /** Hand it in as `cursor` for the next records; left out at the end. */
  next?: string
}

export interface ItemResults {
  id: string
  selector: string
  type: AnalyticsType
  visits: number
  events: number
  ms: number
  medianMs: number
}

export interface ItemReport {
  index: number
  selector: string
  type: ContentType
  applied: number
  missing: number
  refused: number
  contested: number
}

export interface DayResults {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  visits: number
  views: number
  clicks: number
  ms: number
}

/** What `GET /results/content/{id}` and `GET /results/template/{name}` answer, as far as people look at it. */
export interface Results {
  visits: number
  lost: number
  items: ItemResults[]
  report: ItemReport[]
  days: DayResults[]
}
