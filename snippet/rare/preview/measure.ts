import type { Batch, Event, Report } from '../../../wire/event.ts'
import type { AnalyticsItem } from '../../../wire/record.ts'
import type { Click } from '../../track/click.ts'
import type { Exposure } from '../../track/gauge.ts'
import { viewMs } from '../../track/thresholds.ts'
import type { TrackingRequest } from '../../track/tracking.ts'
import { beginVisit } from '../../track/visit.ts'

/** What was measured of an analytics item so far. */
export interface Gauged {
  item: AnalyticsItem
  /** For a view: how much of its second has passed, 0 to 1. */
  progress: number
  /** For a click: how many there were. */
  clicks: number
  /** For a duration: its milliseconds. */
  ms: number
}

/** A visit that is measured and not sent. */
export interface ShownVisit {
  gauges(): Gauged[]
  /** Everything that would have been sent so far, in one batch. */
  batch(): Batch
  report(report: Report): void
  click(click: Click): void
  pageChanged(): void
  moved(): void
}

/** Measures a record's items until the signal aborts. */
export function measure(
  { record, scheduler, isHere }: Pick<TrackingRequest, 'record' | 'scheduler' | 'isHere'>,
  tell: (event: Event) => void,
  signal: AbortSignal,
): ShownVisit {
  const progress = new Map<string, number>()
  const since = new Map<string, number>()

  const note = ({ id }: AnalyticsItem, exposure: Exposure, at: number) => {
    if (exposure !== 'viewable') since.delete(id)
    else if (!since.has(id)) since.set(id, at)
    progress.set(id, Math.min(0.99, (at - (since.get(id) ?? at)) / viewMs))
  }

  const visit = beginVisit({
    record,
    scheduler,
    isHere,
    began: performance.now(),
    signal,
    seen: note,
    counted(event) {
      batch.events.push(event)
      tell({ ...event })
    },
    grown(event) {
      if (batch.events.includes(event)) return
      batch.events.push(event)
      tell({ ...event })
    },
    left() {},
  })
  const { batch } = visit

  const gaugedOf = (item: AnalyticsItem): Gauged => {
    const events = batch.events.filter((event) => event.item === item.id)
    return {
      item,
      progress: item.type === 'view' && events.length ? 1 : (progress.get(item.id) ?? 0),
      clicks: events.length,
      ms: events.reduce((sum, event) => sum + ('ms' in event ? event.ms : 0), 0),
    }
  }

  return {
    gauges: () => record.analytics.map(gaugedOf),
    batch: () => ({ ...batch, visit: 'preview--------------', sent: visit.now() }),
    report(report) {
      batch.report = report
    },
    click: visit.click,
    pageChanged: visit.pageChanged,
    moved: visit.moved,
  }
}
