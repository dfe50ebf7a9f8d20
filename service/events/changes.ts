import type { Batch } from '../../wire/event.ts'
import type { Presence } from './presence-sql.ts'
import type { KeptVisit } from './sql.ts'
import type { Begun, DayTally, DropReason, Measured, StoredEvent, TallyState, VisitSpan } from './tally.ts'

/** A batch, and how it arrived. */
export interface Arrival {
  batch: Batch
  /** Milliseconds since 1970, by the service's clock. */
  arrivedAt: number
  robot: boolean
}

/** A visit, stored or to be written. */
export interface MeasuredVisit extends KeptVisit {
  visit: string
  /** Its new events. */
  events: StoredEvent[]
  /** According to the latest of these arrivals; undefined before the first. */
  presence?: Presence
}

/** What arrivals change for one content record. `applyArrival` modifies it. */
export interface Changes {
  measured: Measured
  tally: TallyState
  begun: Begun
  /** Of the visits that begin. */
  span: VisitSpan
  /** The first event that reaches the goal. */
  goal?: { visit: string; date: number }
  /** What is added to each day. */
  days: Map<string, DayTally>
  /** Events dropped for the first time, as far as their visit can remember them. */
  dropped: Map<DropReason, number>
}
