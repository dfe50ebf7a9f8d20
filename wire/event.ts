/** How a click was made: the primary button or a touch, the middle button, or the keyboard. */
export type Button = 'primary' | 'middle' | 'key'

interface EventOf<T extends string> {
  /** Number of the event in its visit, from 1. (`visit`, `seq`) identifies an event for ever. */
  seq: number
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

/** The field that only events of one type have. */
export interface EventDetail {
  name: 'ms' | 'button'
  isValid(value: unknown): boolean
  rule: string
}

interface AnalyticsTypeRules {
  detail?: EventDetail
  /** The figure that its events count for; a type without one counts milliseconds. */
  counter?: 'views' | 'clicks'
}

const buttons: readonly unknown[] = ['primary', 'middle', 'key'] satisfies Button[]

/** The longest duration that a visit may report: no document lives longer than a year. */
export const longestVisitMs = 366 * 24 * 60 * 60 * 1000

/** Every type of analytics item. A new one is an event above and an entry here. Pages use the types only. */
export const analyticsTypes: Record<AnalyticsType, AnalyticsTypeRules> = {
  view: { counter: 'views' },
  click: {
    counter: 'clicks',
    detail: {
      name: 'button',
      isValid: (value) => buttons.includes(value),
      rule: 'must be primary, middle or key',
    },
  },
  duration: {
    detail: {
      name: 'ms',
      isValid: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= longestVisitMs,
      rule: `must be a whole number from 0 to ${longestVisitMs}`,
    },
  },
}

/** The field that only events of this type have; undefined if there is none, or if the type is unknown. */
export function detailOf(type: string): EventDetail | undefined {
  return Object.hasOwn(analyticsTypes, type) ? analyticsTypes[type as AnalyticsType].detail : undefined
}

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
 * A page that is hidden or left says so by a batch with `visible` and neither `input`, nor a report, nor a view or click:
 * see `isFarewell`.
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
  /** Whether the visit has had a trusted pointer, touch, wheel or key so far. */
  input?: boolean | undefined
  /** Whether the browser says that a program drives it (`navigator.webdriver`). Left out: no. */
  webdriver?: boolean | undefined
  /** For how many milliseconds its page was visible so far. */
  visible?: number | undefined
  report?: Report | undefined
  events: Event[]
}

/** Whether a batch says that the page was hidden or left. Without `visible`, which may be left out, durations alone do. */
export function isFarewell({ events, report, visible, input }: Batch): boolean {
  if (report || events.some(({ type }) => type !== 'duration')) return false
  return visible === undefined ? events.length > 0 : input === undefined
}
