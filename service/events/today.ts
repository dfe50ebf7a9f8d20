import type { AnalyticsType } from '../../wire/event.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { Day } from './results.ts'

/** The person that an entry of Today is about, and the page. */
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

/** A person who is on a page right now. */
export interface Present extends VisitorOf {
  /** When the visit began: UTC, ISO 8601. */
  since: string
  /** The item that they saw or clicked last. */
  latest?: { item: string; type: AnalyticsType }
}

/** What a person did with one item in the last seven days. */
export interface Interest {
  item: string
  type: AnalyticsType
  /** In how many visits. */
  visits: number
  /** For durations; else 0. */
  ms: number
}

/** A person who came in the last seven days. */
export interface Interested extends VisitorOf {
  visits: number
  lastVisitAt: string
  reached: boolean
  items: Interest[]
}

/** An item that was not applied in `visits` of the latest `of` visits of its template. */
export interface BrokenItem {
  kind: 'missing' | 'refused'
  template: string
  selector: string
  type: ContentType
  visits: number
  of: number
}

/** A receiver to which callbacks could not be delivered. */
export interface BrokenCallback {
  kind: 'callback'
  url: string
  deliveries: number
  error?: string
}

/** A picture that is missing for `people` of an open campaign. */
export interface BrokenPicture {
  kind: 'picture'
  campaign: string
  name: string
  template: string
  url: string
  people: number
}

/** Further pictures that are missing, beside those that are listed. */
export interface MorePictures {
  kind: 'more-pictures'
  pictures: number
}

export type Broken = BrokenItem | BrokenPicture | MorePictures | BrokenCallback

/** The Today screen of one organization. */
export interface Today {
  now: Present[]
  /** Most interested first. */
  week: Interested[]
  /** The days with figures among the last seven (UTC), oldest first. */
  days: Day[]
  broken: Broken[]
}
