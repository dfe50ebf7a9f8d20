import type { Options } from '../../loader/options.ts'
import type { Event, Report } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'
import { startDelivery } from '../deliver/delivery.ts'
import type { Outbox } from '../deliver/outbox.ts'
import { listen } from '../life.ts'
import type { SpoolFile } from '../rare/spool.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Click } from './click.ts'
import { isRefused, mayMeasure } from './consent.ts'
import { tellPage } from './data-layer.ts'
import { beginSentVisit, type SentVisit } from './sent-visit.ts'

/** What tracking needs. */
export interface TrackingRequest {
  record: PageRecord
  /** Where events go: `POST {host}/e`. Without a slash at the end. */
  host: string
  /** The tag's attributes as written. */
  options: Options
  /** What the page last passed to `motif.consent`; `undefined` if it was not called. */
  consent: boolean | undefined
  /** Whether the document is on the path on which the run began. On others nothing is measured. */
  isHere(): boolean
  /** Clicks from before tracking began, in their order. The visit begins with the first. */
  clicks: Click[]
  chunks: SpoolFile
  scheduler: Scheduler
  /** The outboxes that have something to send, also those of records before. */
  unsent: Set<Outbox>
  /** Called for each counted event, once it has its number. Durations are told when the page is left. */
  tell(event: Event): void
}

/** The measuring of one record: a visit, and another one after each restore from the back/forward cache. */
export interface Tracking {
  /** The document has changed: tracked elements are looked for again soon. Cheap. */
  pageChanged(): void
  /** The document has gone to another path, or is back. */
  moved(): void
  /** Content items settled or changed. The first call sends the visit's first batch at once. */
  report(report: Report): void
  /** A click after tracking began. */
  click(click: Click): void
  /** Grants or refuses measuring. A refusal drops what waits, even after `stop`. A later grant begins another visit. */
  consent(granted: boolean): void
  /** Ends measuring and sends what waits. Only failed requests are tried again afterwards. */
  stop(): void
}

/**
 * Begins to measure the record's analytics items, as soon as consent, Global Privacy Control and prerendering allow it. Only
 * one record at a time: stop it before another one is begun.
 */
export const startTracking = (request: TrackingRequest): Tracking => {
  const { options, host, chunks, scheduler, unsent } = request
  const ending = new AbortController()
  const delivery = startDelivery(host, options.storage === 'local', chunks, scheduler, unsent)
  const tell = tellPage(request)
  let { consent: said, clicks } = request
  let latest: Report | undefined
  let visit: SentVisit | undefined

  const begin = () => {
    if (visit || ending.signal.aborted || !mayMeasure(options, said)) return
    delivery.resume()
    visit = beginSentVisit({ ...request, delivery, clicks, tell })
    clicks = []
    if (latest) visit.report(latest)
  }

  const end = () => {
    visit?.end()
    visit = undefined
  }

  const refuse = () => {
    end()
    clicks = []
    delivery.drop()
  }

  const restore = (event: Partial<PageTransitionEvent>) => {
    if (event.persisted) end()
    begin()
  }

  listen(['prerenderingchange', 'pageshow'], restore, ending.signal)
  begin()
  if (isRefused(options, said)) refuse()
  return {
    pageChanged: () => visit?.pageChanged(),
    moved: () => visit?.moved(),
    report(report) {
      latest = report
      visit?.report(report)
    },
    click: (click) => visit?.click(click),
    consent(granted) {
      said = granted
      if (granted) begin()
      else refuse()
    },
    stop() {
      visit?.leave()
      end()
      ending.abort()
    },
  }
}
