import type { Batch } from '../../wire/event.ts'
import type {
  Begun,
  DayTally,
  DropReason,
  Measured,
  StoredEvent,
  TallyState,
  VisitSpan,
} from '../model/tally.ts'
import type { KeptVisit } from '../store/events.ts'
import type { Presence } from '../store/presence.ts'

/** A batch, and what its arrival says of it. */
export interface Arrival {
  batch: Batch
  /** Milliseconds since 1970, by this machine's clock. */
  arrivedAt: number
  robot: boolean
}

/** A visit as it is in the database, or is to be. */
export interface MeasuredVisit extends KeptVisit {
  visit: string
  /** Its events that are to be stored. */
  events: StoredEvent[]
  /** By the latest of these arrivals; undefined before the first. */
  presence?: Presence
}

/** What arrivals change for one content record. `applyArrival` writes into it. */
export interface Changes {
  measured: Measured
  tally: TallyState
  begun: Begun
  /** Of what has arrived. */
  span: VisitSpan
  /** The first time that its goal was reached, of what has arrived. */
  goal?: { visit: string; date: number }
  /** By day, what is to be added. */
  days: Map<string, DayTally>
  /** Dropped for the first time: a batch that comes again counts nothing, but for what its visit cannot remember. */
  dropped: Map<DropReason, number>
}
