import type { Event, Report } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'

/** What tracking needs to know of the page it is in. The last three are the tag's attributes, as written. */
export interface TrackingOptions {
  record: PageRecord
  /** Where events go: `POST {host}/e`. */
  host: string
  /** `data-consent`: `required` holds everything back until `consent(true)`. Default: none. */
  consent?: string | undefined
  /** `data-gpc`: `ignore` measures in spite of Global Privacy Control. Default: honour. */
  gpc?: string | undefined
  /** `data-storage`: `local` lets unsent events wait in localStorage. Default: none. */
  storage?: string | undefined
  /** Told of every event that was counted, after it has its number. A duration is told when the page leaves. */
  emit: (event: Event) => void
}

/** A visit that is being measured, and after a bfcache restore the one that follows it. */
export interface Tracking {
  /** The document changed: tracked elements are looked for again, soon. Costs a flag. */
  changed(): void
  /** Content items settled or changed. The first call lets the visit's first batch go out, at once. */
  report(report: Report): void
  /** Grants or refuses measuring. A refusal drops what waits. */
  consent(granted: boolean): void
  /** Ends tracking and sends what waits. */
  stop(): void
}

/** Begins to measure the record's analytics items, where consent, privacy control and prerendering allow it. */
export function startTracking(_options: TrackingOptions): Tracking {
  return { changed() {}, report() {}, consent() {}, stop() {} }
}
