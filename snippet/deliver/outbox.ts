import { maxBatchBytes } from '../../wire/limits.ts'
import { startClock } from '../clock.ts'
import { listen, quietly } from '../page.ts'
import type { EventStorage } from '../rare/event-storage.ts'
import { isForFarewell, type News, type Parcel, pack, type VisitState } from './batch.ts'
import { jitterMs, post, requestOf } from './post.ts'

/** Delivers what one visit has to tell. */
export interface Outbox {
  /** Adds news, or an event again that has grown. It is sent within so many ms; a duration is secured by then, and sent with others. */
  add(news: News, withinMs: number): void
  /**
   * Sends what waits at once, because the page is hidden or left. The last batch says so to the service, and durations go
   * with it. Until there is news on a visible page, whatever is sent or tried again ends with such a batch.
   */
  leave(): void
  /** Forgets what waits, because measuring is refused. */
  drop(): void
}

/** The connection to the collector that the outboxes of a run share. */
export interface Line {
  /** The collector is at `{host}/e`. */
  host: string
  /** Browsers refuse a keepalive request if all in flight would exceed 64 KiB together (Fetch, 4.6). */
  bytesInFlight: number
  /** The outboxes of the page, also of runs before. */
  unsent: Set<Outbox>
  /** Keeps undelivered events in storage; without it nothing is kept. */
  storage?: EventStorage | undefined
}

/** Only in Chromium, in secure contexts. https://whatpr.org/fetch/1647.html#dom-window-fetchlater */
declare const fetchLater: (url: string, init: RequestInit) => unknown

/** `fetchLater` accepts 64 KiB for one origin, including the URL and the headers. */
const laterBytes = 60_000
/** How long to wait when a batch finds no room among the requests in flight. */
const roomMs = 1000

/**
 * Opens the outbox of a visit, with the visit itself waiting. Before a visit has a report, nothing is sent unless its page is
 * left.
 *
 * @param describe what a batch says about the visit now
 * @param life aborts when the visit ends. Once all is delivered then, the outbox leaves nothing behind
 */
export function openOutbox(line: Line, describe: () => VisitState, life: AbortSignal): Outbox {
  const closing = new AbortController()
  const { signal } = closing
  const { now, after } = startClock(signal)
  /** What waits or is in flight. */
  const unsent = new Set<News>(['visit'])
  const inFlight = new Map<News, string>()
  const outbox: Outbox = { add, leave, drop }
  let isAway = document.hidden
  /** What the last batches said. */
  let said = describe()
  let tries = 0
  let notBefore = 0
  /** Cancels what is armed. */
  let later = new AbortController()

  function add(news: News, withinMs: number): void {
    isAway &&= document.hidden
    wait(news)
    if (withinMs) after(withinMs, isForFarewell(news) ? secure : send)
    else send()
  }

  function leave(): void {
    if (!isAway) wait('farewell')
    isAway = true
    send(true)
  }

  function drop(): void {
    unsent.clear()
    secure()
  }

  function wait(news: News): void {
    unsent.add(news)
    inFlight.delete(news)
  }

  function send(isUrgent?: boolean): void {
    // All batches of one call say the same `sent`: in whatever order they arrive, the farewell is the last.
    const current = describe()
    while (isAway || current.report) {
      const waiting = [...unsent].filter((one) => !inFlight.has(one))
      if (!waiting[0]) break
      const first = waiting.filter((one) => !isAway || !isForFarewell(one))
      const isFarewell = !first[0]
      const parcel =
        (isUrgent || now() >= notBefore) &&
        pack(
          isFarewell ? { ...current, input: undefined } : current,
          isFarewell ? waiting : first,
          maxBatchBytes - line.bytesInFlight,
        )
      if (!parcel) {
        after(Math.max(roomMs, notBefore - now()), send)
        break
      }
      said = current
      deliver(parcel)
      if (isAway && !isFarewell) wait('farewell')
    }
    secure()
  }

  async function deliver({ body, bytes, news }: Parcel): Promise<void> {
    for (const one of news) inFlight.set(one, body)
    line.bytesInFlight += bytes
    const askedMs = await post(line.host, body)
    line.bytesInFlight -= bytes
    if (signal.aborted) return
    // What failed waits again, and so does a duration that has grown meanwhile.
    for (const one of news)
      if (inFlight.get(one) === body && inFlight.delete(one) && askedMs === undefined) unsent.delete(one)
    if (askedMs === undefined) tries = 0
    else {
      notBefore = Math.max(notBefore, now() + askedMs)
      after(askedMs + jitterMs(tries++), send)
    }
    secure()
  }

  /** Makes undelivered events safe against a sudden end of the page. Once there are none for good, the outbox closes. */
  function secure(): void {
    // What is armed when a page is left must not seem to come after its farewell.
    if (!isAway) said = describe()
    const news = [...unsent].filter((one) => one !== 'farewell')
    const parcel = pack(said, news, laterBytes)
    later.abort()
    later = new AbortController()
    // The browser has no `fetchLater`, the quota is used up, or the URL is not https: then only `post` delivers.
    if (parcel) quietly(() => fetchLater(`${line.host}/e`, requestOf(parcel.body, later.signal)))
    line.storage?.save(said, news)
    if (!life.aborted || unsent.size) return
    closing.abort()
    line.unsent.delete(outbox)
  }

  listen(['online'], () => send(), signal)
  line.unsent.add(outbox)
  return outbox
}
