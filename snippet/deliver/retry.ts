const firstMs = 1000
const longestMs = 30_000
const longestAskedMs = 300_000

/** Whether an answer says that the same batch may be taken another time; so does none. */
export function isPassing(answer: Response | undefined): boolean {
  const status = answer?.status ?? 500
  return status > 499 || status === 408 || status === 429
}

/** What `Retry-After` asks for, in seconds or as a date, in milliseconds up to 300 s; 0 without. RFC 9110, 10.2.3. */
export function retryAfterMs(answer: Response | undefined): number {
  const asked = answer?.headers.get('retry-after') ?? ''
  const ms = Number(asked) * 1000 || Date.parse(asked) - Date.now()
  return ms > 0 ? Math.min(ms, longestAskedMs) : 0
}

/**
 * How long to wait before trying again: full jitter, a random part of a span that doubles from 1 s to 30 s.
 *
 * @param tries how often it failed already, before this time
 */
export function jitterMs(tries: number): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** tries)
}
