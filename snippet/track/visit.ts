import type { ClickEvent, DurationEvent, Event, ViewEvent } from '../../wire/event.ts'
import type { AnalyticsItem, PageRecord } from '../../wire/record.ts'
import { listen } from '../life.ts'
import { watchAttention } from './attention.ts'
import type { Click } from './click.ts'
import { startClock } from './clock.ts'
import { gaugeDuration } from './duration.ts'
import type { Exposure, Gauge } from './gauge.ts'
import { newVisit, type VisitBatch } from './new-visit.ts'
import { gaugeView } from './view.ts'
import { watch } from './watch.ts'

/** What a visit measures, and who is told. */
export interface VisitRequest {
  record: PageRecord
  /** `performance.now()` of its beginning. */
  began: number
  /** Ends all measuring. */
  signal: AbortSignal
  /** Told of each view and each click. */
  counted(event: ViewEvent | ClickEvent): void
  /** Told of a duration that has begun or grown. */
  grown(event: DurationEvent): void
  /** Told how much of an item can be seen, whenever that is looked at. */
  seen?(item: AnalyticsItem, exposure: Exposure, at: number): void
}

/** One life of the document with one pattern: its clock, its numbers, the measuring of every item. */
export interface Visit {
  /** What each batch says of the visit, read whenever one is made. */
  batch: VisitBatch
  /** Milliseconds since it began. */
  now(): number
  click(click: Click): void
  /** The document changed. */
  pageChanged(): void
  /** Brings durations up to now, as if nothing could be seen any more. */
  close(): void
}

/** Begins a visit; what becomes of its events is another's business. */
export const beginVisit = ({ record, began, signal, counted, grown, seen }: VisitRequest): Visit => {
  const batch = newVisit(record.pattern)
  const { now, at: toVisitMs } = startClock(began)
  const attention = watchAttention(now, signal)

  const number = <T extends Event>(item: AnalyticsItem, more: Omit<T, 'seq' | 'item' | 'type'>): T =>
    // An event's type is its item's, and `more` has what only that type has.
    ({ seq: ++batch.last, item: item.id, type: item.type, ...more }) as unknown as T

  const gaugeOf = (item: AnalyticsItem): Gauge => {
    if (item.type === 'view') return gaugeView(() => counted(number<ViewEvent>(item, { at: now() })))
    let event: DurationEvent | undefined
    return gaugeDuration((ms, at) => {
      event ??= number<DurationEvent>(item, { at, ms: 0 })
      event.ms += ms
      event.at = at
      grown(event)
    })
  }

  const trackedOf = (item: AnalyticsItem) => {
    const gauge = gaugeOf(item)
    return {
      selector: item.selector,
      gauge(exposure: Exposure) {
        seen?.(item, exposure, now())
        return gauge(exposure, now(), attention.until())
      },
    }
  }

  const watching = watch(record.analytics.filter(({ type }) => type !== 'click').map(trackedOf), signal)
  // Before anyone sends because of the same.
  listen(
    ['visibilitychange', 'pagehide', 'focus', 'blur'],
    ({ type }) => watching.judge(type === 'pagehide' || undefined),
    signal,
  )
  return {
    batch,
    now,
    click({ items, button, at }) {
      for (const item of items) counted(number<ClickEvent>(item, { at: toVisitMs(at), button }))
    },
    pageChanged: watching.pageChanged,
    close: () => watching.judge(true),
  }
}
