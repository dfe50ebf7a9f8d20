import type { Batch, ClickEvent, DurationEvent, Event, Report } from '../../wire/event.ts'
import type { AnalyticsItem, PageRecord } from '../../wire/record.ts'
import type { Delivery } from '../deliver/index.ts'
import { listenUntil, watchAttention } from './attention.ts'
import { watchClicks } from './click.ts'
import { gaugeDuration } from './duration.ts'
import { gaugeView } from './view.ts'
import { type Watched, watchExposure } from './watch.ts'

/** A view waits this long for company; a click does not wait. */
const viewWithinMs = 250
/** How much of a growing duration a crash may take. */
const secureEveryMs = 1000
/** How long changes of the document are gathered before tracked elements are looked for. */
const findAfterMs = 200

/** One life of the document with one pattern. */
export interface Visit {
  changed_(): void
  report_(report: Report): void
  /** Tells and sends what there is: the page is left, or tracking is stopped. */
  leave_(): void
  /** Ends all measuring. */
  end_(): void
}

/** Begins a visit: its clock, its numbers, and the measuring of every item. */
export function beginVisit(record: PageRecord, delivery: Delivery, emit: (event: Event) => void): Visit {
  const began = performance.now()
  const now = () => Math.round(performance.now() - began)
  const batch = {
    v: 1,
    pattern: record.pattern,
    visit: newId(),
    sent: 0,
    last: 0,
    events: [],
  } satisfies Batch
  const outbox = delivery.open_(batch, now)
  const ending = new AbortController()
  const listen = listenUntil(ending.signal)
  const lastsUntil = watchAttention(listen, now)
  /** Durations of which the page was not told as they are now. */
  const untold = new Set<DurationEvent>()
  let isLeft = false
  let securedAt = 0
  let finding: ReturnType<typeof setTimeout> | undefined

  /** Gives an event its number. Its type is its item's, and `more` has the type's own fields. */
  const number = <T extends Event>(item: AnalyticsItem, at: number, more?: Partial<T>): T => {
    const event = { seq: ++batch.last, item: item.id, type: item.type, at, ...more } as T
    outbox.add_(event)
    return event
  }

  const measureView = (item: AnalyticsItem) =>
    gaugeView((at) => {
      const event = number(item, at)
      setTimeout(outbox.send_, viewWithinMs)
      outbox.secure_()
      emit(event)
    })

  const measureDuration = (item: AnalyticsItem) => {
    let event: DurationEvent | undefined
    return gaugeDuration(lastsUntil, (ms, at) => {
      event ??= number<DurationEvent>(item, at, { ms: 0 })
      event.ms += ms
      event.at = at
      outbox.add_(event)
      untold.add(event)
      if (at - securedAt < secureEveryMs) return
      securedAt = at
      outbox.secure_()
    })
  }

  const gauges = { view: measureView, duration: measureDuration }
  const watched = new Set<Watched>()
  for (const item of record.analytics)
    if (item.type !== 'click')
      watched.add({ selector_: item.selector, gauge_: gauges[item.type](item), elements_: [] })

  const isVisible = () => !isLeft && document.visibilityState === 'visible'
  const watch = watchExposure(watched, isVisible, now)

  watchClicks(record.analytics, listen, (item, button) => {
    const event = number<ClickEvent>(item, now(), { button })
    outbox.send_()
    outbox.secure_()
    emit(event)
  })

  const leave = () => {
    watch.judge_()
    for (const event of untold) emit({ ...event })
    untold.clear()
    outbox.leave_()
  }

  listen(['online'], outbox.send_)
  // Chromium says "hidden" after `pagehide` when a page is left, the others before.
  listen(['visibilitychange', 'pagehide', 'focus', 'blur'], ({ type }) => {
    isLeft ||= type === 'pagehide'
    if (isVisible()) watch.judge_()
    else leave()
    if (isLeft) delivery.release_()
  })

  return {
    changed_() {
      finding ??= setTimeout(() => {
        finding = undefined
        watch.find_()
        watch.judge_()
      }, findAfterMs)
    },
    report_: outbox.report_,
    leave_() {
      isLeft = true
      leave()
    },
    end_() {
      ending.abort()
      watch.end_()
      clearTimeout(finding)
    },
  }
}

/** 22 url-safe characters of 16 random bytes. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replace(/\W/g, '-')
    .slice(0, 22)
}
