import type { Batch, ClickEvent, DurationEvent, Event, Report } from '../../wire/event.ts'
import type { AnalyticsItem, PageRecord } from '../../wire/record.ts'
import { open } from '../deliver/index.ts'
import type { Outbox } from '../deliver/outbox.ts'
import { spool } from '../deliver/stored.ts'
import { beginAttention, endAttention, listen, now, throttled } from './attention.ts'
import { type EarlyClick, watchClicks } from './click.ts'
import { gaugeDuration } from './duration.ts'
import { findMs, reportWaitMs, secureMs, secureViewsMs, viewWaitMs } from './thresholds.ts'
import { gaugeView } from './view.ts'
import { type Watched, watch } from './watch.ts'

let visit: Batch & { last: number }
let outbox: Outbox
let emit: (event: Event) => void
let watched: Watched[] = []
/** Durations of which the page was not told as they are now. */
let untold: Set<DurationEvent>
/** Whether batches may go before the page is left: the items present at load are settled. */
let isOpen: boolean

/**
 * Begins a visit, one life of the document with one pattern: its clock, its numbers, the measuring of every item.
 *
 * @param early clicks from before, with which the visit began
 */
export function beginVisit(
  { pattern, analytics }: PageRecord,
  listener: typeof emit,
  early: EarlyClick[] = [],
) {
  emit = listener
  untold = new Set()
  isOpen = false
  visit = { v: 1, pattern, visit: newId(), sent: 0, last: 0, events: [] }
  beginAttention(early[0]?.[0].timeStamp)
  outbox = open(visit, now)
  const clicks = analytics.filter((item) => item.type === 'click')
  watchClicks(clicks, early, (item, button, at) => tell(number<ClickEvent>(item, { button, at })))
  watched = analytics
    .filter((item) => item.type !== 'click')
    .map((item) =>
      watch(
        item.selector,
        item.type === 'view' ? gaugeView(() => tell(number(item))) : measureDuration(item),
      ),
    )
  listen(['online'], send)
  listen(['visibilitychange', 'pagehide', 'focus', 'blur'], ({ type }) => {
    if (type === 'pagehide') leaveVisit()
    else if (document.visibilityState === 'visible') for (const item of watched) item.judge_()
    else tellAll()
  })
}

/** Tells and sends what there is: the page is left, or tracking stopped. */
export function leaveVisit() {
  tellAll()
  spool?.release()
}

/** Ends all measuring. */
export function endVisit() {
  endAttention()
  for (const item of watched) item.end_()
}

/** The document changed: tracked elements are looked for again, but not for every change. */
export const lookAgain = throttled(() => {
  for (const item of watched) item.look_()
}, findMs)

/** What is known of the content items now. The first report lets batches go. */
export function tellReport(report: Report) {
  visit.report = report
  outbox.add_(visit)
  if (isOpen) setTimeout(send, reportWaitMs)
  else {
    isOpen = true
    send()
  }
}

/** Gives an event its number. Its type is its item's, and `more` has what only that type has. */
function number<T extends Event>(item: AnalyticsItem, more?: Partial<T>): T {
  const event = { seq: ++visit.last, item: item.id, type: item.type, at: now(), ...more } as T
  outbox.add_(event)
  return event
}

function tell(event: Event) {
  if ('button' in event) {
    send()
    outbox.secure_()
  } else {
    setTimeout(send, viewWaitMs)
    secureViews()
  }
  emit(event)
}

function measureDuration(item: AnalyticsItem) {
  let event: DurationEvent | undefined
  return gaugeDuration((ms, at) => {
    event ??= number<DurationEvent>(item, { ms: 0 })
    event.ms += ms
    event.at = at
    outbox.add_(event)
    untold.add(event)
    secureDurations()
  })
}

const secureViews = throttled(() => outbox.secure_(), secureViewsMs)

const secureDurations = throttled(() => outbox.secure_(), secureMs)

function send() {
  if (isOpen) outbox.send_()
}

function tellAll() {
  for (const item of watched) item.judge_(true)
  for (const event of untold) emit({ ...event })
  untold.clear()
  outbox.send_(true)
}

/** 22 url-safe characters of 110 random bits. */
function newId(): string {
  return crypto.getRandomValues(new Uint8Array(22)).reduce((id, byte) => id + (byte % 32).toString(32), '')
}
