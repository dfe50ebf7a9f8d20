import type { Scheduler } from '../scheduler.ts'
import { requestOf } from './request.ts'

/** A request without an answer by then is aborted, and tried again later. */
const timeoutMs = 30_000

/**
 * Posts a batch so that the request outlives the page, without credentials, and as `text/plain`, which needs no preflight.
 *
 * @returns `undefined` if no answer came
 */
export const post = async (
  url: string,
  body: string,
  scheduler: Scheduler,
): Promise<Response | undefined> => {
  // Not `AbortSignal.timeout`: it came with Safari 16, and pages may have replaced it.
  const ending = new AbortController()
  const giveUp = () => ending.abort()
  scheduler.after(timeoutMs, giveUp)
  try {
    return await fetch(url, requestOf(body, ending.signal))
  } catch {
    // No network, or a page whose own `fetch` throws.
  } finally {
    scheduler.forget(giveUp)
  }
}

/** Only in Chromium, in secure contexts. https://whatpr.org/fetch/1647.html#dom-window-fetchlater */
declare const fetchLater: (url: string, init: RequestInit) => unknown

/** `fetchLater` accepts 64 KiB for one origin, including the URL and the headers. */
export const laterBytes = 60_000

/** Lets the browser post a batch when the page ends, even by a crash. Aborting the returned controller cancels it. */
export const postLater = (url: string, body: string): AbortController => {
  const later = new AbortController()
  try {
    fetchLater(url, requestOf(body, later.signal))
  } catch {
    // The browser has no `fetchLater`, the quota is used up, or the URL is not https: only `post` delivers.
  }
  return later
}
