import type { HostOptions } from '../../loader/options.ts'
import type { Button, DurationEvent, Event, Report } from '../../wire/event.ts'
import { stayedMs } from '../../wire/limits.ts'
import type { AnalyticsItem, PageRecord } from '../../wire/record.ts'
import { startClock } from '../clock.ts'
import type { VisitState } from '../deliver/batch.ts'
import { type Line, type Outbox, openOutbox } from '../deliver/outbox.ts'
import { listen } from '../page.ts'
import type { Details } from '../public.d.ts'
import { countClicks } from './clicks.ts'
import { outside, viewable } from './exposure.ts'
import { gauge, type Watched } from './gauge.ts'
import { watch } from './looks.ts'

/** What the page's object gives to a run. */
export interface Surroundings {
  /** The tag's attributes as written, and where events go: `POST {host}/e`. */
  options: HostOptions
  load(name: 'storage'): Promise<{ store(line: Line, isAllowed: boolean): void }>
  /** What the page last passed to `motif.consent`; `undefined` if it was not called. */
  consent(): boolean | undefined
  /** The outboxes that have something to send, also of runs before: a refused consent drops it. */
  unsent: Set<Outbox>
  /** Tells the page of a report, or of an event once it has its number; of durations when the page is hidden or left. */
  tell(name: keyof Details, detail: Report | Event): void
}

export interface MeasuringRequest extends Surroundings {
  record: PageRecord
  /** Ends measuring, and what waits is sent. */
  signal: AbortSignal
  /** Whether the document is on the path on which the run began: elsewhere nothing is in sight, and clicks do not count. */
  isHere(): boolean
  /** The latest report. When there is one, a visit's first batch is sent. */
  report(): Report | undefined
}

/** After this long without input nobody is taken to be there. */
const idleMs = 60_000
/** How long a view, and the news that somebody is there, wait for more. A click does not wait. */
const viewWaitMs = 250
/** How long a changed report waits for more changes, and how much of a growing duration a crash may lose. */
const patientMs = 1000
/** How soon elements are looked at after an event, and during a view: no event reports covering and hiding. */
const lookMs = 100
/** What is not needed for the first personal paint comes after it. */
const paintMs = 50
/** The same for elements in the viewport if nothing happens in the page. */
const restMs = 500

/**
 * Events that show that a person is there. A touch that scrolls begins with `pointerdown`; a screen reader may
 * send nothing but `click`.
 */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click']

/** One life of the document with one pattern. */
export interface Visit {
  /** The report or the page may have changed, or its path. */
  change(): void
  /** Ends measuring. Then, unless it is silent, it brings durations up to now and sends what waits. */
  end(isSilent?: boolean): void
  /** The views that do not count yet, and the durations. */
  watched: Set<Watched>
}

/**
 * Begins a visit: counts what is seen, clicked and read until it ends.
 *
 * @param open opens its outbox on the line
 */
export function beginVisit(
  { record, isHere, report, tell }: Pick<MeasuringRequest, 'record' | 'isHere' | 'report' | 'tell'>,
  line: Line,
  open = openOutbox,
): Visit {
  const ending = new AbortController()
  const { signal } = ending
  const { now, after } = startClock(signal)
  // 22 URL-safe characters with 110 random bits.
  const name = crypto
    .getRandomValues(new Uint8Array(22))
    .reduce((text, byte) => text + (byte % 32).toString(32), '')
  const watched = new Set(record.analytics.filter(({ type }) => type !== 'click').map(watchedOf))
  /** Durations that have grown since the page was told about them. */
  const untold = new Set<Event>()
  let last = 0
  let reported: Report | undefined
  /** When the last input came; -1: there was none yet. */
  let lastInput = -1
  let isVisible = !document.hidden
  /** When it would have been shown, had it been visible since; or for how long it has been visible. */
  let shownAt = 0
  let shownMs = 0
  const outbox = open(line, describe, signal)
  const look = watch(watched, judge, signal)

  function describe(): VisitState {
    const sent = now()
    return {
      v: 1,
      pattern: record.pattern,
      visit: name,
      sent,
      last,
      input: lastInput >= 0,
      visible: isVisible ? sent - shownAt : shownMs,
      webdriver: navigator.webdriver || undefined,
      report: reported,
    }
  }

  /** Counts what items have reached by now. */
  function judge(): void {
    const isInSight = isVisible && isHere()
    for (const one of watched) {
      const exposure = isInSight ? one.exposure : outside
      const isView = one.item.type === 'view'
      if (gauge(one, exposure, now(), document.hasFocus() ? lastInput + idleMs : 0)) {
        if (isView) {
          watched.delete(one)
          count(one.item, viewWaitMs)
        } else grow(one)
      }
      if (exposure) after(isView && exposure === viewable ? lookMs : restMs, look)
    }
  }

  function grow(one: Watched): void {
    one.event ??= numbered(one.item) as DurationEvent
    one.event.ms = one.ms
    one.event.at = now()
    untold.add(one.event)
    outbox.add(one.event, patientMs)
  }

  function count(item: AnalyticsItem, withinMs: number, more?: { button: Button }): void {
    const event = numbered(item, more)
    outbox.add(event, withinMs)
    tell(event.type, { ...event })
  }

  /** An event's type is its item's, and `more` has the fields of that type. */
  function numbered({ id, type }: AnalyticsItem, more?: { button: Button }): Event {
    return { seq: ++last, item: id, type, at: now(), ...more } as Event
  }

  /** Tells of somebody who only reads, once the page has been visible for long enough. In a hidden page nobody reads. */
  function awaitStay(): void {
    const leftMs = stayedMs - now() + shownAt
    if (lastInput >= 0 || !isVisible) return
    if (leftMs > 0) after(leftMs, awaitStay)
    else outbox.add('visit', 0)
  }

  function hearInput({ isTrusted }: { isTrusted: boolean }): void {
    if (!isTrusted) return
    if (lastInput < 0) outbox.add('visit', viewWaitMs)
    lastInput = now()
  }

  function change(): void {
    const former = reported
    reported = report()
    if (reported !== former) outbox.add('visit', former ? patientMs : paintMs)
    if (!isHere()) judge()
    after(lookMs, look)
  }

  function attend(): void {
    const wasVisible = isVisible
    if (wasVisible) shownMs = now() - shownAt
    isVisible = !signal.aborted && !document.hidden
    shownAt = now() - shownMs
    judge()
    if (!isVisible) {
      for (const event of untold) tell(event.type, { ...event })
      untold.clear()
      outbox.leave()
    } else if (!wasVisible) {
      outbox.add('visit', viewWaitMs)
      awaitStay()
    }
  }

  listen(inputs, hearInput, signal)
  // An element that is taller than the viewport may cover half of it at any ratio.
  listen([...inputs, 'scroll'], change, signal)
  listen(['visibilitychange', 'focus', 'blur'], attend, signal)
  countClicks(record.analytics, (item, button) => isHere() && count(item, 0, { button }), signal)
  awaitStay()
  after(paintMs, look)
  change()
  return {
    change,
    end(isSilent) {
      ending.abort()
      look()
      if (!isSilent) attend()
    },
    watched,
  }
}

function watchedOf(item: AnalyticsItem): Watched {
  return { item, ms: 0, from: 0, until: 0, exposure: outside }
}
