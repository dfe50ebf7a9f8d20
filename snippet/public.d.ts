/** Indexes of the record's content items, each in one list, as they are now. */
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

/** One fact that a visit reports. */
export interface Event {
  /** `id` of the analytics item. */
  item: string
  type: 'view' | 'click' | 'duration'
  /** Number of the event in its visit, from 1. */
  seq: number
  /** Milliseconds since the visit began. */
  at: number
  /** For a duration: its running total in milliseconds. */
  ms?: number
  /** For a click: how it was made. */
  button?: 'primary' | 'middle' | 'key'
}

/** What listeners of each name get. The same events are dispatched on `document` as `motif:applied`, `motif:view`… */
export interface Details {
  /** All items are settled, or the report has changed. */
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
  /** Address of the Motif service. Default: the origin that the script came from. */
  host?: string | undefined
  /** Selectors to hide until they are changed, separated by commas. Default: the page, until the record is there. */
  hide?: string | undefined
  /** Milliseconds after which everything is revealed, whatever happens. Default: 1000. */
  timeout?: number | string | undefined
  /** `skip`: a record after the time-out changes nothing. Default: `apply`. */
  late?: 'apply' | 'skip' | undefined
  /** `required`: nothing is measured, stored or sent before `consent(true)`. Default: none. */
  consent?: 'required' | undefined
  /** `ignore`: measures in spite of Global Privacy Control. Default: `honour`. */
  gpc?: 'honour' | 'ignore' | undefined
  /** `local`: unsent events may wait in localStorage. Default: `none`. */
  storage?: 'none' | 'local' | undefined
  /** `session`: the person stays the same on the next pages of the site in this tab. Default: `page`. */
  keep?: 'page' | 'session' | undefined
  /** `clean`: the pattern is taken out of the address as soon as it is read. Default: `keep`. */
  address?: 'keep' | 'clean' | undefined
  /** `on` or `true`: pushes each event to `window.dataLayer`. Default: `off`. */
  datalayer?: 'on' | 'off' | boolean | undefined
  /** `on` or `true`: console messages. Default: `off`. */
  debug?: 'on' | 'off' | boolean | undefined
}

/**
 * Applies the record of a pattern and measures the page. Does nothing without a pattern, or if this pattern is already at
 * work. If another one is, ends that first.
 *
 * @example start({ pattern: '8WZ2kJx0Qm3nRt5vLc7yAw', host: 'https://motif.example.com' })
 */
export function start(options?: StartOptions): void

/** Restores what the page itself last set, ends measuring and sends the events that wait. */
export function stop(): void

/** `true` allows measuring. Anything else forbids it and drops the events that wait. */
export function consent(isGranted: boolean): void

/** Calls the listener for every event of a name. Returns a function that removes it. */
export function on<Name extends keyof Details>(
  name: Name,
  listener: (detail: Details[Name]) => void,
): () => void

/** The first report, after DOMContentLoaded. It is empty if no record came. */
export const ready: Promise<Report>

export const version: string

/** What a page finds as `window.motif`. */
export interface Motif {
  start: typeof start
  stop: typeof stop
  consent: typeof consent
  on: typeof on
  /** Of the latest `start`. */
  ready: typeof ready
  readonly version: string
}

declare global {
  interface Window {
    motif?: Motif
  }
}
