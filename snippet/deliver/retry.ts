const firstMs = 1000
const longestMs = 30_000
const longestAskedMs = 300_000

/** Whether it makes sense to send the same batch again: after a 5xx, 408 or 429, or if no answer came. */
export function isPassing(answer: Response | undefined): boolean {
  const status = answer?.status ?? 500
  return status > 499 || status === 408 || status === 429
}

/** The wait that `Retry-After` asks for (RFC 9110, 10.2.3), in milliseconds, 300 s at most; 0 without the header. */
export function retryAfterMs(answer: Response | undefined): number {
  const asked = answer?.headers.get('retry-after') ?? ''
  const ms = Number(asked) * 1000 || Date.parse(asked) - Date.now()
  return ms > 0 ? Math.min(ms, longestAskedMs) : 0
}

/**
 * How long to wait before the next attempt, in milliseconds. Full jitter: a random part of a span that doubles from 1 s to
 * 30 s.
 *
 * @param tries how many attempts failed before this one
 */
export function jitterMs(tries: number): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** tries)
}
