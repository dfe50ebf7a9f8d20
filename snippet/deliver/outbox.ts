import type { Batch } from '../../wire/event.ts'
import { maxBatchBytes } from '../../wire/limits.ts'
import { type News, type Parcel, pack } from './pack.ts'
import { laterBytes, post, postLater } from './post.ts'
import { isPassing, jitterMs, retryAfterMs } from './retry.ts'
import type { Spool } from './spool.ts'

/** Brings the news of one visit to the collector. */
export interface Outbox {
  /** Takes an event in, or up again when it has grown; the visit itself when its report has changed. */
  add(news: News): void
  /**
   * Sends what waits, unless the collector asked for time: a page that is left cannot give it. Secures it. Durations of
   * a page that is left go in a batch of their own, by which the service knows that nobody is there any more.
   */
  send(isLeaving?: boolean): void
  /** Makes what is not stored yet safe against a sudden end of the page. */
  secure(): void
  /** Forgets what waits, and takes nothing in any more. */
  drop(): void
}

/** The way to the collector that all outboxes of a page share. */
export interface Line {
  url: string
  /** Browsers refuse a keepalive request that takes the sum of those in flight above 64 KiB (Fetch, 4.6). */
  bytesInFlight: number
  /** Keeps in storage what is not delivered; without it nothing is kept. */
  spool?: Spool | undefined
}

/** How long what finds no room waits for it. */
const roomMs = 1000

/**
 * @param visit what each batch says of the visit, read whenever one is made; it and its events wait from the start
 * @param now milliseconds since the visit began
 */
export const openOutbox = (line: Line, visit: Batch, now: () => number): Outbox => {
  const waiting = new Set<News>([visit, ...visit.events])
  /** What waits and what is in flight. */
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
      // A duration that has grown since waits again.
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
