/** A request that has no answer by then is given up, and tried again. */
const timeoutMs = 30_000

/**
 * Posts a batch so that it outlives the page, without credentials, and as `text/plain`, which needs no preflight.
 *
 * @returns `undefined` where no answer came
 */
export async function post(url: string, body: string): Promise<Response | undefined> {
  try {
    return await fetch(url, requestOf(body, AbortSignal.timeout(timeoutMs)))
  } catch {}
}

/** Chromium alone has it, in secure contexts. https://whatpr.org/fetch/1647.html#dom-window-fetchlater */
declare const fetchLater: (url: string, init: RequestInit) => unknown

/** What `fetchLater` may hold for one origin is 64 KiB, with the URL and the headers. */
export const laterBytes = 60_000

/** Has the browser post a batch when the page ends in whatever way, a crash included, unless that is aborted. */
export function postLater(url: string, body: string): AbortController {
  const later = new AbortController()
  try {
    fetchLater(url, requestOf(body, later.signal))
  } catch {
    // There is no such thing, the quota is used up, or the address is not https: the other ways stand.
  }
  return later
}

function requestOf(body: string, signal: AbortSignal): RequestInit {
  return { method: 'POST', body, keepalive: true, credentials: 'omit', signal }
}
