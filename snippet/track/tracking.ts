import type { Options } from '../../loader/options.ts'
import type { Event, Report } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'
import type { Chunks } from '../chunks.ts'
import { startDelivery } from '../deliver/delivery.ts'
import { listen } from '../life.ts'
import type { Click } from './click.ts'
import { isRefused, mayMeasure } from './consent.ts'
import { tellPage } from './data-layer.ts'
import { beginSentVisit, type SentVisit } from './sent-visit.ts'

/** What tracking needs to know of the page it is in. */
export interface TrackingRequest {
  record: PageRecord
  /** Where events go: `POST {host}/e`. Without a slash at the end. */
  host: string
  /** The tag's attributes as written. */
  options: Options
  /** What the page has said by `motif.consent` so far; `undefined`: nothing. */
  consent: boolean | undefined
  /** Clicks from before, judged, in their order; the visit begins with the first. */
  clicks: Click[]
  chunks: Pick<Chunks, 'spool'>
  /** Told of each event that was counted, after it has its number. A duration is told when the page is left. */
  tell(event: Event): void
}

/** A visit that is being measured, and after a bfcache restore the one that follows it. */
export interface Tracking {
  /** The document changed: tracked elements are looked for again, soon. Costs a flag. */
  pageChanged(): void
  /** Content items settled or changed. The first call lets the visit's first batch go out, at once. */
  report(report: Report): void
  /** A click that was heard after tracking began. */
  click(click: Click): void
  /** Grants or refuses measuring. A refusal drops what waits, after `stop` too; a grant after it begins another visit. */
  consent(granted: boolean): void
  /** Ends measuring and sends what waits. */
  stop(): void
}

/**
 * Begins to measure the record's analytics items, as soon as consent, privacy control and prerendering allow it. One
 * record at a time: another one is begun when the one before has been stopped.
 */
export const startTracking = (request: TrackingRequest): Tracking => {
  const { options, host, chunks } = request
  const ending = new AbortController()
  const delivery = startDelivery(host, options.storage === 'local', chunks)
  const tell = tellPage(request)
  let { consent: said, clicks } = request
  let latest: Report | undefined
  let visit: SentVisit | undefined

  const begin = () => {
    if (visit || ending.signal.aborted || !mayMeasure(options, said)) return
    delivery.resume()
    visit = beginSentVisit({ record: request.record, delivery, clicks, tell })
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
