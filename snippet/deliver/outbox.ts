import type { Batch, Event, Report } from '../../wire/event.ts'
import { maxBatchBytes } from '../../wire/limits.ts'
import { type Parcel, pack } from './pack.ts'
import { laterBytes, post, postLater } from './post.ts'
import { isPassing, jitterMs, retryAfterMs } from './retry.ts'

/** Brings the events of one visit to the collector, the most important first. */
export interface Outbox {
  /** Takes an event in, or up again when it has grown. */
  add_(event: Event): void
  /** What is known of the content items now. The first lets batches go before the page is left. */
  report_(report: Report): void
  /** Sends what waits, unless the collector asked for time. */
  send_(): void
  /** Sends what waits in any case: the page is hidden, left, or done with. */
  leave_(): void
  /** Makes what is not stored yet safe against a sudden end of the page. */
  secure_(): void
  /** Forgets what waits and sends no more. */
  drop_(): void
}

/** Keeps what a visit has not delivered for a later one; `undefined`: it has delivered all. */
export type Save = (batch: Batch | undefined) => void

/** A report that changed waits this long for company. */
const reportWithinMs = 1000
/** How long what finds no room waits for it. */
const roomMs = 1000

/** Browsers refuse a keepalive request that takes the sum of those in flight above 64 KiB (Fetch, 4.6). */
let bytesInFlight = 0

/**
 * @param visit what each batch says of the visit: kept, and read whenever one is made. Its events wait from the start
 * @param now milliseconds since the visit began
 * @param isOpen whether batches may go before the page is left
 * @param save without it what waits is kept in memory only
 */
export function openOutbox(
  url: string,
  visit: Batch,
  now: () => number,
  isOpen?: boolean,
  save?: Save,
): Outbox {
  const waiting = new Set(visit.events)
  /** What waits and what is in flight. */
  const unstored = new Set(visit.events)
  /** Whether a batch is owed even without events: the visit or its report is not known yet. */
  let isNews = true
  let isDropped = false
  let tries = 0
  let notBefore = 0
  let later: AbortController | undefined

  const batchOf = (events: Set<Event>): Batch | undefined => {
    if (isDropped || !(isNews || events.size)) return
    const batch = { ...visit, sent: now(), events: [...events] }
    if (!isNews) delete batch.report
    return batch
  }

  const add = (event: Event) => {
    waiting.add(event)
    unstored.add(event)
  }

  const send = (isLeaving?: boolean) => {
    if (!isLeaving && !(isOpen && now() >= notBefore)) return
    for (let batch = batchOf(waiting); batch; batch = batchOf(waiting)) {
      const parcel = pack(batch, maxBatchBytes - bytesInFlight)
      if (!parcel) {
        setTimeout(send, roomMs)
        return
      }
      deliver(parcel)
    }
  }

  const deliver = async ({ body_, bytes_, events_ }: Parcel) => {
    const wasNews = isNews
    isNews = false
    for (const event of events_) waiting.delete(event)
    bytesInFlight += bytes_
    const answer = await post(url, body_)
    bytesInFlight -= bytes_
    if (isPassing(answer)) {
      isNews ||= wasNews
      events_.map(add)
      const askedMs = retryAfterMs(answer)
      notBefore = Math.max(notBefore, now() + askedMs)
      setTimeout(send, askedMs + jitterMs(tries++))
    } else {
      tries = 0
      // A duration that has grown since waits again.
      for (const event of events_) if (!waiting.has(event)) unstored.delete(event)
    }
    secure()
  }

  const secure = () => {
    const batch = batchOf(unstored)
    const parcel = batch && pack(batch, laterBytes)
    later?.abort()
    later = parcel && postLater(url, parcel.body_)
    save?.(batch)
  }

  return {
    add_: add,
    report_(report) {
      visit.report = report
      isNews = true
      setTimeout(send, reportWithinMs)
      if (!isOpen) {
        isOpen = true
        send()
      }
      secure()
    },
    send_: () => send(),
    secure_: secure,
    leave_() {
      send(true)
      secure()
    },
    drop_() {
      isDropped = true
      secure()
    },
  }
}
