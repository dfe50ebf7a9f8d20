import type { Batch } from '../../wire/event.ts'
import { maxBatchBytes } from '../../wire/limits.ts'
import { quietly } from '../life.ts'
import type { Spool } from '../rare/spool.ts'
import type { Scheduler } from '../scheduler.ts'
import { type News, type Parcel, pack, packFarewell } from './pack.ts'
import { laterBytes, post, postLater } from './post.ts'
import { isPassing, jitterMs, retryAfterMs } from './retry.ts'

/** Delivers the events of one visit to the collector. */
export interface Outbox {
  /** Adds an event, or adds it again when it has grown. Adds the visit itself when its report has changed. */
  add(news: News): void
  /** Sends what waits, and secures it; later if the collector has asked for time (`Retry-After`). */
  send(): void
  /**
   * Sends what waits at once, because the page is hidden or left. The last batch says so to the service; durations go with
   * it. Until `stay`, whatever is sent or tried again ends with such a batch.
   */
  leave(): void
  /** The page is visible again. */
  stay(): void
  /** Makes undelivered events safe against a sudden end of the page. */
  secure(): void
  /** Forgets what waits, and accepts nothing more. */
  drop(): void
}

/** The connection to the collector that all outboxes of a page share. */
export interface Line {
  url: string
  scheduler: Scheduler
  /** Browsers refuse a keepalive request if all in flight would exceed 64 KiB together (Fetch, 4.6). */
  bytesInFlight: number
  /** The outboxes that have something to send or wait for an answer. A refusal to be measured drops what they have. */
  unsent: Set<Outbox>
  /** Keeps undelivered events in storage; without it nothing is kept. */
  spool?: Spool | undefined
}

/** How long to wait when a batch finds no room among the requests in flight. */
const roomMs = 1000

/**
 * Opens the outbox of a visit. The visit and its events wait to be sent from the start.
 *
 * @param visit what each batch says about the visit; read whenever a batch is made
 * @param now milliseconds since the visit began
 */
export const openOutbox = (line: Line, visit: Batch, now: () => number): Outbox => {
  const waiting = new Set<News>([visit, ...visit.events])
  /** What waits or is in flight. */
  const unstored = new Set(waiting)
  let isDropped = false
  let isAway = document.visibilityState !== 'visible'
  /** When `send` last had something to send. A page that is hidden and then left calls it twice, with one farewell. */
  let sentAt = 0
  /** Whether the service still has to be told that the page is hidden or left. */
  let isFarewellDue = false
  let tries = 0
  let notBefore = 0
  let later: AbortController | undefined

  const add = (news: News) => {
    if (isDropped) return
    waiting.add(news)
    unstored.add(news)
  }

  const send = (isUrgent?: boolean) => {
    // All batches of one call say the same `sent`: in whatever order they arrive, the farewell is the last.
    const sent = now()
    while ((waiting.size || isFarewellDue) && (isUrgent || sent >= notBefore)) {
      sentAt = sent
      const room = maxBatchBytes - line.bytesInFlight
      const isForFarewell = (one: News) => 'ms' in one || (one === visit && !visit.report)
      const news = [...waiting].filter((one) => !isAway || !isForFarewell(one))
      const isFarewell = isAway && !news.length
      const parcel = isFarewell
        ? packFarewell(visit, sent, [...waiting], room)
        : pack(visit, sent, news, room)
      if (!parcel || parcel.bytes > room) {
        sendIn(roomMs)
        break
      }
      isFarewellDue = isAway && !isFarewell
      deliver(parcel, isFarewell)
    }
    // This attempt is too early for the collector: it was planned before its answer.
    if ((waiting.size || isFarewellDue) && sent < notBefore) sendIn(notBefore - sent)
    secure()
  }

  const leave = () => {
    isFarewellDue ||= !isAway && !isDropped
    isAway = true
    send(true)
  }

  const retry = () => quietly(() => isDropped || send())

  /** However many requests have failed, the scheduler keeps one attempt, the first. */
  const sendIn = (ms: number) => {
    line.scheduler.after(ms, retry)
    addEventListener('online', retry, { once: true })
  }

  const deliver = async ({ body, bytes, news }: Parcel, isFarewell: boolean) => {
    for (const one of news) waiting.delete(one)
    line.bytesInFlight += bytes
    const answer = await post(line.url, body, line.scheduler)
    line.bytesInFlight -= bytes
    if (isPassing(answer)) {
      news.forEach(add)
      isFarewellDue ||= isFarewell && isAway && !isDropped
      const askedMs = retryAfterMs(answer)
      notBefore = Math.max(notBefore, now() + askedMs)
      sendIn(askedMs + jitterMs(tries++))
    } else {
      tries = 0
      // A duration that has grown meanwhile waits again.
      for (const one of news) if (!waiting.has(one)) unstored.delete(one)
    }
    secure()
  }

  const secure = () => {
    // What is armed when a page is left must not seem to come after its farewell.
    const parcel = pack(visit, isAway ? sentAt : now(), unstored, laterBytes)
    later?.abort()
    later = parcel && postLater(line.url, parcel.body)
    line.spool?.save(visit, now(), unstored)
    line.unsent[unstored.size || isFarewellDue || line.bytesInFlight ? 'add' : 'delete'](outbox)
  }

  const drop = () => {
    isDropped = true
    isFarewellDue = false
    waiting.clear()
    unstored.clear()
    secure()
  }

  const stay = () => {
    isAway = isFarewellDue = false
  }

  const outbox = { add, send: () => send(), leave, stay, secure, drop }
  return outbox
}
