import type { Event, Report } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'
import type { Chunks } from '../chunks.ts'
import { resume, startDelivery } from '../deliver/index.ts'
import { listen } from './attention.ts'
import type { EarlyClick } from './click.ts'
import { beginVisit, endVisit, leaveVisit, lookAgain, tellReport } from './visit.ts'

/** What tracking needs to know of the page it is in. Consent, privacy and storage are the tag's attributes, as written. */
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
  /** What the page said of consent before. Default: what the tag says. */
  isGranted_?: boolean | undefined
  /** Clicks from before, in their order. The visit begins with the first of them. */
  early_?: EarlyClick[] | undefined
  chunks: Pick<Chunks, 'spool'>
  /** Told of every event that was counted, after it has its number. A duration is told when the page is left. */
  emit: (event: Event) => void
}

/** A visit that is being measured, and after a bfcache restore the one that follows it. */
export interface Tracking {
  /** The document changed: tracked elements are looked for again, soon. Costs a flag. */
  changed(): void
  /** Content items settled or changed. The first call lets the visit's first batch go out, at once. */
  report(report: Report): void
  /** Grants or refuses measuring. A refusal drops what waits; a grant after it begins another visit. */
  consent(granted: boolean): void
  /** Ends tracking and sends what waits. */
  stop(): void
}

/**
 * Begins to measure the record's analytics items, as soon as consent, privacy control and prerendering allow it. One
 * record at a time: another one is begun when the one before has been stopped.
 */
export function startTracking({
  record,
  host,
  consent,
  gpc,
  storage,
  isGranted_: said,
  early_: early,
  chunks,
  emit,
}: TrackingOptions): Tracking {
  const ending = new AbortController()
  const isRefused = gpc !== 'ignore' && navigator.globalPrivacyControl
  // From here on clicks are heard here: the core goes on to add those that it hears, and keeps none.
  if (early) early.push = () => 0
  let isGranted = said ?? consent !== 'required'
  let isMeasuring = false
  let latest: Report | undefined

  const begin = () => {
    if (isMeasuring || isRefused || !isGranted || document.prerendering) return
    isMeasuring = true
    resume()
    beginVisit(record, emit, early)
    early = undefined
    if (latest) tellReport(latest)
  }

  const end = () => {
    if (isMeasuring) endVisit()
    isMeasuring = false
  }

  startDelivery(host, storage === 'local' ? chunks.spool : undefined)
  listen(
    ['prerenderingchange', 'pageshow'],
    (event) => {
      if ((event as PageTransitionEvent).persisted) end()
      begin()
    },
    ending,
  )
  if (isRefused || said === false) resume(true)
  begin()
  return {
    changed: lookAgain,
    report(report) {
      latest = report
      if (isMeasuring) tellReport(report)
    },
    consent(granted) {
      isGranted = granted
      if (granted) return begin()
      end()
      resume(true)
    },
    stop() {
      if (isMeasuring) leaveVisit()
      end()
      isGranted = false
      ending.abort()
    },
  }
}

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
  interface Document {
    /** Chromium. https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean
  }
}
