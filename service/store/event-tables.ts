import type { DayTally, Health } from '../model/tally.ts'
import type { Defaulted, Timestamp } from './columns.ts'

export interface VisitTable {
  organization: string
  content: string
  visit: string
  /** False: left out of results, a robot's or a test prospect's. */
  counted: boolean
  robot: boolean
  /** Day (UTC) on which it was last heard of. */
  touched: string
  /** See `encodeVisit`. */
  state: string
}

/** What a visit brought in one write. Partitioned by `day`. */
export interface EventTable {
  /** Day (UTC) of arrival. */
  day: string
  organization: string
  content: string
  visit: string
  /** Of the first of its events. */
  seq: number
  counted: boolean
  /** See `encodeEvents`. */
  events: string
}

export interface TallyTable extends DayTally {
  organization: string
  content: string
  lost: number
  health: Health
  /** Day (UTC) of the first event or visit. */
  since: string
  /** JSON: numbers of dropped events by reason. */
  dropped: string
  /** See `Begun`. */
  begun_since: Defaulted<number>
  begun_visits: Defaulted<number>
  /** When the first and the last of its visits began; null where a version before these columns counted them. */
  first_visit: Timestamp | null
  last_visit: Timestamp | null
  /** Whether a visit reached the goal. */
  reached: Defaulted<boolean>
  /** See `encodeTally`. */
  state: string
}

export interface TallyDayTable extends DayTally {
  organization: string
  content: string
  /** UTC. */
  day: string
}

declare module './schema.ts' {
  interface Schema {
    visit: VisitTable
    event: EventTable
    tally: TallyTable
    tally_day: TallyDayTable
  }
}
