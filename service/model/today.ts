import type { AnalyticsType } from '../../wire/event.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { Day } from './results.ts'

/** Whom a line of Today is about, and on which page. */
export interface VisitorOf {
  /** Ids of the prospect and of the content record. */
  prospect: string
  content: string
  /** The prospect's name, e-mail, company or domain, whichever is known first. */
  label: string
  email?: string
  company?: string
  template: string
}

/** Somebody who is on a page right now. */
export interface Present extends VisitorOf {
  /** When the visit began: UTC, ISO 8601. */
  since: string
  /** What they saw or clicked last. */
  latest?: { item: string; type: AnalyticsType }
}

/** What somebody did with one item in the last seven days. */
export interface Interest {
  item: string
  type: AnalyticsType
  /** In how many visits. */
  visits: number
  /** Of durations; 0 else. */
  ms: number
}

/** Somebody who came in the last seven days. */
export interface Interested extends VisitorOf {
  visits: number
  lastVisitAt: string
  reached: boolean
  items: Interest[]
}

/** An item that visitors of the last seven days miss. `visits` lack it. */
export interface BrokenItem {
  kind: 'missing' | 'refused'
  template: string
  selector: string
  type: ContentType
  visits: number
}

/** A receiver that callbacks were given up for. */
export interface BrokenCallback {
  kind: 'callback'
  url: string
  deliveries: number
  error?: string
}

/** A picture that does not exist for `people` of an open campaign. `url` is one of them. */
export interface BrokenPicture {
  kind: 'picture'
  campaign: string
  name: string
  template: string
  url: string
  people: number
}

export type Broken = BrokenItem | BrokenPicture | BrokenCallback

/** What the Today screen shows, of one organization. */
export interface Today {
  now: Present[]
  /** Most interested first. */
  week: Interested[]
  /** Of the last seven days (UTC) those with figures, the first one first. */
  days: Day[]
  broken: Broken[]
}
