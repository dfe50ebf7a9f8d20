import type { Batch, ClickEvent, DurationEvent, Event, Report } from '../../../wire/event.ts'
import type { AnalyticsItem, PageRecord } from '../../../wire/record.ts'
import { beginAttention, endAttention, now, throttled } from '../../track/attention.ts'
import { watchClicks } from '../../track/click.ts'
import { gaugeDuration } from '../../track/duration.ts'
import { findMs, Viewable, viewMs } from '../../track/thresholds.ts'
import { gaugeView } from '../../track/view.ts'
import { type Watched, watch } from '../../track/watch.ts'

/** What is known of an analytics item so far. */
export interface Gauged {
  item: AnalyticsItem
  /** Of a view: how much of its second has passed, 0 to 1. */
  progress: number
  /** Of a click: how many there were. */
  clicks: number
  /** Of a duration: its milliseconds. */
  ms: number
}

/** A visit that is measured and not sent. */
export interface Visit {
  gauges(): Gauged[]
  /** All that would have been sent so far, in one batch. */
  batch(): Batch
  report(report: Report): void
  changed(): void
  end(): void
}

/** Measures a record's items. Clicks that `isOwn` says of are on the panel, not on the page. */
export function measure(record: PageRecord, isOwn: () => boolean, emit: (event: Event) => void): Visit {
  const batch: Batch & { last: number } = {
    v: 1,
    pattern: record.pattern,
    visit: 'preview--------------',
    sent: 0,
    last: 0,
    events: [],
  }
  const gauges = record.analytics.map((item): Gauged => ({ item, progress: 0, clicks: 0, ms: 0 }))

  const count = <T extends Event>(item: AnalyticsItem, more?: Partial<T>): T => {
    const event = { seq: ++batch.last, item: item.id, type: item.type, at: now(), ...more } as T
    batch.events.push(event)
    emit(event)
    return event
  }

  beginAttention()
  watchClicks(
    record.analytics.filter((item) => item.type === 'click'),
    [],
    (item, button) => {
      if (isOwn()) return
      for (const gauged of gauges) if (gauged.item === item) gauged.clicks++
      count<ClickEvent>(item, { button })
    },
  )
  const watched = gauges
    .filter(({ item }) => item.type !== 'click')
    .map((gauged) => (gauged.item.type === 'view' ? watchView(gauged, count) : watchDuration(gauged, count)))

  return {
    gauges: () => gauges,
    batch: () => ({ ...batch, sent: now() }),
    report(report) {
      batch.report = report
    },
    changed: throttled(() => {
      for (const item of watched) item.look_()
    }, findMs),
    end() {
      endAttention()
      for (const item of watched) item.end_()
    },
  }
}

function watchView(gauged: Gauged, count: (item: AnalyticsItem) => unknown): Watched {
  let since: number | undefined
  const gauge = gaugeView(() => {
    gauged.progress = 1
    count(gauged.item)
  })
  return watch(gauged.item.selector, (exposure, at, attendedUntil) => {
    since = exposure === Viewable ? (since ?? at) : undefined
    if (gauged.progress < 1) gauged.progress = Math.min(0.99, (at - (since ?? at)) / viewMs)
    return gauge(exposure, at, attendedUntil)
  })
}

function watchDuration(
  gauged: Gauged,
  count: (item: AnalyticsItem, more: Partial<DurationEvent>) => DurationEvent,
): Watched {
  let event: DurationEvent | undefined
  return watch(
    gauged.item.selector,
    gaugeDuration((ms, at) => {
      event ??= count(gauged.item, { ms: 0 })
      gauged.ms = event.ms += ms
      event.at = at
    }),
  )
}
