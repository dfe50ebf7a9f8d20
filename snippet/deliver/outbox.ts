import type { Batch } from '../../wire/event.ts'
import { maxBatchBytes } from '../../wire/limits.ts'
import { type News, type Parcel, pack } from './pack.ts'
import { laterBytes, post, postLater } from './post.ts'
import { isPassing, jitterMs, retryAfterMs } from './retry.ts'
import type { Spool } from './spool.ts'

/** Delivers the events of one visit to the collector. */
export interface Outbox {
  /** Adds an event, or adds it again when it has grown. Adds the visit itself when its report has changed. */
  add(news: News): void
  /**
   * Sends what waits, and secures it. If the collector has asked for time (`Retry-After`), only a page that is left sends
   * at once. A page that is left sends durations in a batch of their own, which tells the service that nobody is there.
   *
   * @param isLeaving whether the page is being left. Default: false
   */
  send(isLeaving?: boolean): void
  /** Makes undelivered events safe against a sudden end of the page. */
  secure(): void
  /** Forgets what waits, and accepts nothing more. */
  drop(): void
}

/** The connection to the collector that all outboxes of a page share. */
export interface Line {
  url: string
  /** Browsers refuse a keepalive request if all in flight would exceed 64 KiB together (Fetch, 4.6). */
  bytesInFlight: number
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
  let tries = 0
  let notBefore = 0
  let later: AbortController | undefined

  const add = (news: News) => {
    if (isDropped) return
    waiting.add(news)
    unstored.add(news)
  }

  const send = (isLeaving?: boolean) => {
    while (waiting.size && (isLeaving || now() >= notBefore)) {
      const others = [...waiting].filter((news) => !isLeaving || !('ms' in news))
      const parcel = pack(visit, now(), others[0] ? others : waiting, maxBatchBytes - line.bytesInFlight)
      if (!parcel) {
        sendIn(roomMs)
        break
      }
      deliver(parcel)
    }
    secure()
  }

  const sendIn = (ms: number) => {
    setTimeout(() => isDropped || send(), ms)
  }

  const deliver = async ({ body, bytes, news }: Parcel) => {
    for (const one of news) waiting.delete(one)
    line.bytesInFlight += bytes
    const answer = await post(line.url, body)
    line.bytesInFlight -= bytes
    if (isPassing(answer)) {
      news.forEach(add)
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
    const parcel = pack(visit, now(), unstored, laterBytes)
    later?.abort()
    later = parcel && postLater(line.url, parcel.body)
    line.spool?.save(visit, now(), unstored)
  }

  const drop = () => {
    isDropped = true
    waiting.clear()
    unstored.clear()
    secure()
  }

  return { add, send, secure, drop }
}
