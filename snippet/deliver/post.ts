/** A request that has no answer by then is given up, and tried again. */
const timeoutMs = 30_000

/** Where a host takes events; a slash at its end is not doubled. */
export const collectorOf = (host: string): string => `${host.replace(/\/+$/, '')}/e`

/**
 * Posts a batch so that it outlives the page, without credentials, and as `text/plain`, which needs no preflight.
 *
 * @returns `undefined` where no answer came
 */
export const post = async (url: string, body: string): Promise<Response | undefined> => {
  // `AbortSignal.timeout` came with Safari 16, and a page may have taken it away.
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), timeoutMs)
  try {
    return await fetch(url, requestOf(body, ending.signal))
  } catch {
    // No network, or a page whose own `fetch` throws.
  } finally {
    clearTimeout(timer)
  }
}

/** Chromium alone has it, in secure contexts. https://whatpr.org/fetch/1647.html#dom-window-fetchlater */
declare const fetchLater: (url: string, init: RequestInit) => unknown

/** What `fetchLater` may hold for one origin is 64 KiB, with the URL and the headers. */
export const laterBytes = 60_000

/** Has the browser post a batch when the page ends in whatever way, a crash included, unless that is aborted. */
export const postLater = (url: string, body: string): AbortController => {
  const later = new AbortController()
  try {
    fetchLater(url, requestOf(body, later.signal))
  } catch {
    // There is no such thing, the quota is used up, or the address is not https: the other ways stand.
  }
  return later
}

const requestOf = (body: string, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  body,
  keepalive: true,
  credentials: 'omit',
  signal,
})
