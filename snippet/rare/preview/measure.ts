import type { Batch, Event } from '../../../wire/event.ts'
import type { AnalyticsItem } from '../../../wire/record.ts'
import type { News, VisitState } from '../../deliver/batch.ts'
import type { Line } from '../../deliver/outbox.ts'
import { beginVisit, type MeasuringRequest, type Visit } from '../../measure/visit.ts'

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

/** Measures a record's items as a visit that is not sent. `batch` has all that would have been. */
export function measure(request: MeasuringRequest): Visit & { gauges(): Gauged[]; batch(): Batch } {
  const events = new Set<Event>()
  let describe = () => ({}) as VisitState

  const visit = beginVisit(request, {} as Line, (_, describeVisit) => {
    describe = describeVisit
    const nothing = () => {}
    const add = (news: News) => typeof news === 'object' && events.add(news)
    return { add, leave: nothing, drop: nothing }
  })

  function gaugedOf(item: AnalyticsItem): Gauged {
    const own = [...events].filter((event) => event.item === item.id)
    const view = [...visit.watched].find((one) => one.item === item)
    return {
      item,
      progress: item.type === 'view' && own[0] ? 1 : Math.min(0.99, (view?.ms ?? 0) / 1000),
      clicks: own.length,
      ms: own.reduce((sum, event) => sum + ('ms' in event ? event.ms : 0), 0),
    }
  }

  return {
    ...visit,
    gauges: () => request.record.analytics.map(gaugedOf),
    batch: () => ({ ...describe(), visit: 'preview', events: [...events] }),
  }
}
