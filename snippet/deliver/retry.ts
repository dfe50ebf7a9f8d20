const firstMs = 1000
const longestMs = 30_000
const longestAskedMs = 300_000

/** Whether an answer's status says that the same batch may be taken another time; so does no answer. */
export function isPassing(status = 500): boolean {
  return status > 499 || status === 408 || status === 429
}

/** What `Retry-After` asks for, in milliseconds, up to 300 s; 0 without. RFC 9110, 10.2.3. */
export function retryAfterMs(answer: Response | undefined): number {
  return Math.min(Number(answer?.headers.get('retry-after')) * 1000 || 0, longestAskedMs)
}

/**
 * How long to wait before trying again: full jitter, a random part of a span that doubles from 1 s to 30 s.
 *
 * @param tries how often it failed already, before this time
 */
export function jitterMs(tries: number): number {
  return Math.random() * Math.min(longestMs, firstMs * 2 ** tries)
}
