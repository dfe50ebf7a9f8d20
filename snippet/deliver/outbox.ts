import type { Batch } from '../../wire/event.ts'
import { maxBatchBytes } from '../../wire/limits.ts'
import { type News, type Parcel, pack } from './pack.ts'
import { laterBytes, post, postLater } from './post.ts'
import { isPassing, jitterMs, retryAfterMs } from './retry.ts'
import { spool } from './stored.ts'

/** Brings the news of one visit to the collector. */
export interface Outbox {
  /** Takes an event in, or up again when it has grown; the visit itself when its report has changed. */
  add_(news: News): void
  /** Sends what waits, unless the collector asked for time: a page that is left cannot give it. Secures it. */
  send_(isLeaving?: boolean): void
  /** Makes what is not stored yet safe against a sudden end of the page. */
  secure_(): void
  /** Forgets what waits, and takes nothing in any more. */
  drop_(): void
}

/** How long what finds no room waits for it. */
const roomMs = 1000

/** Browsers refuse a keepalive request that takes the sum of those in flight above 64 KiB (Fetch, 4.6). */
let bytesInFlight = 0

/**
 * @param visit what each batch says of the visit, read whenever one is made; it and its events wait from the start
 * @param now milliseconds since the visit began
 */
export function openOutbox(url: string, visit: Batch, now: () => number): Outbox {
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
      const parcel = pack(visit, now(), waiting, maxBatchBytes - bytesInFlight)
      if (!parcel) {
        setTimeout(send, roomMs)
        break
      }
      deliver(parcel)
    }
    secure()
  }

  const deliver = async ({ body_, bytes_, news_ }: Parcel) => {
    for (const one of news_) waiting.delete(one)
    bytesInFlight += bytes_
    const answer = await post(url, body_)
    bytesInFlight -= bytes_
    if (isPassing(answer)) {
      news_.map(add)
      const askedMs = retryAfterMs(answer)
      notBefore = Math.max(notBefore, now() + askedMs)
      setTimeout(send, askedMs + jitterMs(tries++))
    } else {
      tries = 0
      // A duration that has grown since waits again.
      for (const one of news_) if (!waiting.has(one)) unstored.delete(one)
    }
    secure()
  }

  const secure = () => {
    const parcel = pack(visit, now(), unstored, laterBytes)
    later?.abort()
    later = parcel && postLater(url, parcel.body_)
    spool?.save(visit, now(), unstored)
  }

  return {
    add_: add,
    send_: send,
    secure_: secure,
    drop_() {
      isDropped = true
      waiting.clear()
      unstored.clear()
      secure()
    },
  }
}
