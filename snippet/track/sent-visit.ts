import type { DurationEvent, Event, Report } from '../../wire/event.ts'
import { stayedMs } from '../../wire/limits.ts'
import type { PageRecord } from '../../wire/record.ts'
import type { Delivery } from '../deliver/delivery.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Click } from './click.ts'
import { reportWaitMs, secureMs, secureViewsMs, touchWaitMs, viewWaitMs } from './thresholds.ts'
import { beginVisit, type Visit } from './visit.ts'

/** What a visit measures, and where its events go. */
export interface SentVisitRequest {
  record: PageRecord
  scheduler: Scheduler
  /** Whether the document is on the path on which the run began. */
  isHere(): boolean
  delivery: Delivery
  /** Clicks from before: the visit begins with the first one. */
  clicks: Click[]
  /** Called for each view and click, and for durations when the page is left. */
  tell(event: Event): void
}

/** A visit whose events are delivered. */
export interface SentVisit extends Visit {
  /** The report of the content items. The first one lets batches be sent. */
  report(report: Report): void
  /** Ends all measuring. */
  end(): void
}

/**
 * Begins a visit, and sends what it counts: clicks at once, views soon, durations when the page is left, with the news that it
 * is.
 */
export const beginSentVisit = (request: SentVisitRequest): SentVisit => {
  const { record, scheduler, isHere, delivery, clicks, tell } = request
  const ending = new AbortController()
  const { signal } = ending
  /** Durations that have grown since the page was told about them. */
  const untold = new Set<DurationEvent>()
  /** Whether batches may be sent before the page is left: once there is a report. */
  let isOpen = false

  const visit = beginVisit({
    record,
    scheduler,
    isHere,
    began: clicks[0]?.at ?? performance.now(),
    signal,
    counted(event) {
      outbox.add(event)
      if (event.type === 'click') {
        send()
        outbox.secure()
      } else {
        sendSoon()
        secureViews()
      }
      tell({ ...event })
    },
    grown(event) {
      outbox.add(event)
      untold.add(event)
      secureDurations()
    },
    left(isGone) {
      for (const event of untold) tell({ ...event })
      untold.clear()
      outbox.leave()
      if (isGone) delivery.release()
    },
    touched: () => tellAgain(touchWaitMs),
    returned() {
      outbox.stay()
      tellAgain(touchWaitMs)
      awaitStay()
    },
  })
  const outbox = delivery.open(visit.batch, visit.now)

  /** Sends the visit with its latest report once more, which says that somebody is there. */
  const tellAgain = (ms: number) => {
    outbox.add(visit.batch)
    scheduler.after(ms, send, signal)
  }
  /** Tells of somebody who only reads, once the page has been visible for long enough. In a hidden page nobody reads. */
  const awaitStay = () => {
    const { input, visible } = visit.batch
    if (input) return
    if (visible >= stayedMs) tellAgain(0)
    else if (document.visibilityState === 'visible') scheduler.after(stayedMs - visible, awaitStay, signal)
  }
  const send = () => {
    if (isOpen) outbox.send()
  }
  const sendSoon = throttled(scheduler, viewWaitMs, send, signal)
  const secureViews = throttled(scheduler, secureViewsMs, outbox.secure, signal)
  const secureDurations = throttled(scheduler, secureMs, outbox.secure, signal)

  clicks.forEach(visit.click)
  awaitStay()
  return {
    ...visit,
    report(report) {
      visit.batch.report = report
      if (isOpen) tellAgain(reportWaitMs)
      else {
        outbox.add(visit.batch)
        isOpen = true
        send()
      }
    },
    end: () => ending.abort(),
  }
}

/** Returns a function that runs something at most once in this many milliseconds, at the end of the span. */
const throttled = ({ after }: Scheduler, ms: number, run: () => void, signal: AbortSignal): (() => void) => {
  const runOnce = () => run()
  return () => after(ms, runOnce, signal)
}
