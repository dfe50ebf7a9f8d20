/** Indexes of the record's content items, each in one list, as things are. */
export interface Report {
  /** Changed on the page. */
  applied: number[]
  /** Without a match 5 s after load. */
  missing: number[]
  /** Not allowed: an unsafe URL, HTML of which nothing was left, a target that is never one. */
  refused: number[]
  /** Written over by the page again and again; the page was left to win. */
  contested: number[]
}

/** One fact that a visit reports. */
export interface Event {
  /** `id` of the analytics item. */
  item: string
  type: 'view' | 'click' | 'duration'
  /** Number of the event in its visit, from 1. */
  seq: number
  /** Milliseconds since the visit began. */
  at: number
  /** Of a duration: its running total in milliseconds. */
  ms?: number
  /** Of a click: how it was made. */
  button?: 'primary' | 'middle' | 'key'
}

/** What each name tells its listeners. The same go out on `document` as `motif:applied`, `motif:view`… */
export interface Details {
  /** The items are settled, or the report has changed. */
  applied: Report
  view: Event
  click: Event
  duration: Event
}

/** The tag's attributes without `data-`. */
export interface StartOptions {
  /** The pattern. Default: the one in the page's link. */
  pattern?: string | undefined
  /** Name of the link's parameter. Default: `pattern`. */
  param?: string | undefined
  /** Where records and events live. Default: the origin that the script came from. */
  host?: string | undefined
  /** Selectors to hide until they are changed, separated by commas. Default: none. */
  hide?: string | undefined
  /** Milliseconds after which all is revealed, whatever happens. Default: 1000. */
  timeout?: number | string | undefined
  /** `skip`: a record after the time-out changes nothing. Default: `apply`. */
  late?: 'apply' | 'skip' | undefined
  /** `required`: nothing is measured, stored or sent before `consent(true)`. Default: none. */
  consent?: 'required' | undefined
  /** `ignore`: measures in spite of Global Privacy Control. Default: `honour`. */
  gpc?: 'honour' | 'ignore' | undefined
  /** `local`: unsent events may wait in localStorage. Default: `none`. */
  storage?: 'none' | 'local' | undefined
  /** `on`: pushes each event to `window.dataLayer`. Default: `off`. */
  datalayer?: 'on' | 'off' | undefined
  /** `on`: console messages. Default: `off`. */
  debug?: 'on' | 'off' | undefined
}

/**
 * Applies the record of a pattern and measures the page. Does nothing without a pattern, or with the one that is at
 * work; with another, ends that one first.
 *
 * @example start({ pattern: '8WZ2kJx0Qm3nRt5vLc7yAw', host: 'https://motif.example.com' })
 */
export function start(options?: StartOptions): void

/** Gives back what the page itself last set, ends tracking and sends what waits. */
export function stop(): void

/** Allows measuring, or forbids it and drops what waits. */
export function consent(isGranted: boolean): void

/** Tells the listener of every event of a name. Returns the end of it. */
export function on<Name extends keyof Details>(
  name: Name,
  listener: (detail: Details[Name]) => void,
): () => void

/** The report, once, after DOMContentLoaded; an empty one where the record did not come. */
export const ready: Promise<Report>

export const version: string

/** What a page finds as `window.motif`. */
export interface Motif {
  start: typeof start
  stop: typeof stop
  consent: typeof consent
  on: typeof on
  /** Answers for the latest `start`. */
  readonly ready: typeof ready
  readonly version: string
}

declare global {
  interface Window {
    motif?: Motif
  }
}
