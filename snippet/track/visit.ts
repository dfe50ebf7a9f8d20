import type { AnalyticsType, ClickEvent, DurationEvent, Event, ViewEvent } from '../../wire/event.ts'
import type { AnalyticsItem, PageRecord } from '../../wire/record.ts'
import { listen } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import { watchAttention } from './attention.ts'
import { blankVisit, type VisitBatch } from './blank-visit.ts'
import type { Click } from './click.ts'
import { startClock } from './clock.ts'
import type { Exposure, Gauge } from './gauge.ts'
import { gaugeDuration } from './gauges/duration.ts'
import { gaugeView } from './gauges/view.ts'
import { planLooks } from './looks.ts'
import { isPainted } from './paint.ts'
import { type Watch, watch } from './watch.ts'

/** What a visit measures, and its callbacks. */
export interface VisitRequest {
  record: PageRecord
  scheduler: Scheduler
  /** Whether the document is on the path on which the run began: elsewhere nothing is in sight. */
  isHere(): boolean
  /** `performance.now()` when it began. */
  began: number
  /** Ends all measuring. */
  signal: AbortSignal
  /** Called for each view and click. */
  counted(event: Exclude<Event, DurationEvent>): void
  /** Called when a duration has begun or grown. */
  grown(event: DurationEvent): void
  /** Called at the first input of a person. */
  touched?(): void
  /** Called when the page is hidden or, with `isGone`, when it is left or the visit ends. Durations are up to date then. */
  left(isGone: boolean): void
  /** Called when a page that was hidden is visible again. */
  returned?(): void
  /** Called whenever it was looked at how much of an item can be seen. */
  seen?(item: AnalyticsItem, exposure: Exposure, at: number): void
}

/** One life of the document with one pattern: its clock, its event numbers, the measuring of all items. */
export interface Visit {
  /** What each batch says about the visit; read whenever a batch is made. */
  batch: VisitBatch
  /** Milliseconds since it began. */
  now(): number
  click(click: Click): void
  /** The document changed. */
  pageChanged(): void
  /** The document has gone to another path, or is back. */
  moved(): void
  /** Brings durations up to now and says that the page is left. */
  leave(): void
}

/** Begins a visit. It only counts; the callbacks decide what happens with its events. */
export const beginVisit = (request: VisitRequest): Visit => {
  const { record, isHere, began, signal, counted, grown, touched, left, returned, seen } = request
  const { now, at: toVisitMs } = startClock(began)
  let isVisible = document.visibilityState === 'visible'
  let shownAt = 0
  let shownMs = 0
  const batch = {
    ...blankVisit(record.pattern),
    get visible() {
      return isVisible ? shownMs + now() - shownAt : shownMs
    },
  }
  const touch = () => {
    if (batch.input) return
    batch.input = true
    touched?.()
  }
  const isInSight = () => document.visibilityState === 'visible' && isHere()
  const attention = watchAttention(now, touch, signal)
  /** Whether elements paint anything, for one look: an overlay of the whole page lies over all items. */
  const known = new Map<Element, boolean>()
  const paints = (element: Element) => {
    const isKnown = known.get(element) ?? isPainted(element)
    known.set(element, isKnown)
    return isKnown
  }

  const number = <T extends Event>(item: AnalyticsItem, more: Omit<T, 'seq' | 'item' | 'type'>): T =>
    // The cast holds because an event's type is its item's, and `more` has the fields of that type.
    ({ seq: ++batch.last, item: item.id, type: item.type, ...more }) as unknown as T

  /** Begins to gauge an item, by type. Clicks need no gauge: `hearClicks` reports them. */
  const gauges: Record<AnalyticsType, ((item: AnalyticsItem) => Gauge) | undefined> = {
    click: undefined,
    view: (item) => gaugeView(() => counted(number<ViewEvent>(item, { at: now() }))),
    duration(item) {
      let event: DurationEvent | undefined
      return gaugeDuration((ms, at) => {
        event ??= number<DurationEvent>(item, { at, ms: 0 })
        event.ms += ms
        event.at = at
        grown(event)
      })
    },
  }

  const looks = planLooks(
    (reason) => {
      known.clear()
      for (const watched of watches) watched.look(reason)
    },
    request.scheduler,
    signal,
  )

  const watchItem = (item: AnalyticsItem): Watch[] => {
    const gauge = gauges[item.type]?.(item)
    if (!gauge) return []
    const gaugeNow = (exposure: Exposure) => {
      seen?.(item, exposure, now())
      return gauge(exposure, now(), attention.until())
    }
    return [watch({ selector: item.selector, gauge: gaugeNow, ask: looks.ask, paints, isInSight }, signal)]
  }

  const watches = record.analytics.flatMap(watchItem)

  const judge = (isSeen = isInSight()) => {
    for (const watched of watches) watched.judge(isSeen)
  }

  const attend = (isGone: boolean) => {
    const isHidden = isGone || document.visibilityState !== 'visible'
    judge(!isGone && isInSight())
    const isBack = !isVisible && !isHidden
    shownMs = batch.visible
    shownAt = now()
    isVisible = !isHidden
    if (isHidden) left(isGone)
    if (isBack) returned?.()
  }

  listen(['visibilitychange', 'pagehide', 'focus', 'blur'], ({ type }) => attend(type === 'pagehide'), signal)
  return {
    batch,
    now,
    click({ items, button, at }) {
      batch.input = true
      for (const item of items) counted(number<ClickEvent>(item, { at: toVisitMs(at), button }))
    },
    pageChanged: looks.pageChanged,
    moved() {
      judge()
      looks.pageChanged()
    },
    leave: () => attend(true),
  }
}
