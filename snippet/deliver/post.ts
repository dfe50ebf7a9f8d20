/** The longest that `Retry-After` may ask for. */
const maxAskedMs = 300_000

/**
 * Posts a batch so that the request outlives the page.
 *
 * @returns `undefined` if that is done, or another try makes no sense: only a 408, a 429, a 5xx or no answer passes. Else how
 * many milliseconds another try has to wait, by `Retry-After` in seconds (RFC 9110, 10.2.3)
 */
export async function post(host: string, body: string): Promise<number | undefined> {
  try {
    const { status, headers } = await fetch(`${host}/e`, requestOf(body))
    if (!/^5|408|429/.test(`${status}`)) return
    return Math.min(Number(headers.get('retry-after')) * 1000 || 0, maxAskedMs)
  } catch {
    // No network, no answer, or a page whose own `fetch` throws.
    return 0
  }
}

/** How long to wait before the next try, in milliseconds. Full jitter: a random part of a span that doubles from 1 s to 30 s. */
export function jitterMs(failedTries: number): number {
  return Math.random() * Math.min(30_000, 1000 * 2 ** failedTries)
}

/** The request of a batch: as text, which needs no preflight. It says only the page's origin, whatever the page's own policy is. */
export function requestOf(body: string, signal: AbortSignal | null = null): RequestInit {
  return { method: 'POST', body, keepalive: true, credentials: 'omit', referrerPolicy: 'origin', signal }
}
