/** How a click was made: the primary button or a touch, the middle button, or the keyboard. */
export type Button = 'primary' | 'middle' | 'key'

interface EventOf<T extends string> {
  /** Number of the event in its visit, from 1. (`visit`, `seq`) identifies an event for ever. */
  seq: number
  /** `id` of the analytics item. */
  item: string
  type: T
  /** Milliseconds since the visit began, on a monotonic clock. */
  at: number
}

export type ViewEvent = EventOf<'view'>
export type ClickEvent = EventOf<'click'> & { button: Button }
/** The running total of its item in its visit. It keeps one `seq`, and the largest `ms` counts. */
export type DurationEvent = EventOf<'duration'> & { ms: number }
export type Event = ViewEvent | ClickEvent | DurationEvent

/** What an analytics item measures on its tracked elements: each type has its event. */
export type AnalyticsType = Event['type']

/** Indexes of content items, each in one list, as they are when the batch is sent. */
export interface Report {
  /** Changed on the page. */
  applied: number[]
  /** Without a match 5 s after load. */
  missing: number[]
  /** Not allowed: an unsafe URL, HTML of which the sanitiser left nothing, an element that must not be changed. */
  refused: number[]
  /** Written over by the page again and again, so that Motif gave way. */
  contested: number[]
}

/**
 * What `POST /e` takes: the events of one visit, in any order, any number of times.
 *
 * @example
 * { "v": 1, "pattern": "8WZ2kJx0…", "visit": "q1…", "sent": 5230, "last": 1,
 *   "events": [{ "seq": 1, "item": "hero", "type": "view", "at": 1310 }] }
 */
export interface Batch {
  v: 1
  pattern: string
  /** 22 URL-safe characters, new for each visit. */
  visit: string
  /** Milliseconds since the visit began, when the batch was sent. */
  sent: number
  /** The highest `seq` so far: a number that never arrives is a lost event. */
  last?: number
  report?: Report
  events: Event[]
}
