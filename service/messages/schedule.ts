/** The longest delay that a receiver can ask for: the longest of the default schedule. */
const longestRetryAfterSeconds = 86_400

/**
 * Seconds until the next attempt after `attempt` failed ones: the schedule's delay ± 20 %, or the receiver's `Retry-
 * After` where that is longer. Undefined where the schedule is over.
 *
 * @param scheduleSeconds the setting `CALLBACK_RETRY_SECONDS`
 * @param random from 0 to 1
 */
export function nextDelaySeconds(
  scheduleSeconds: readonly number[],
  attempt: number,
  retryAfterSeconds = 0,
  random = Math.random(),
): number | undefined {
  const delay = scheduleSeconds[attempt - 1]
  if (delay === undefined) return undefined
  return Math.max(delay * (0.8 + 0.4 * random), Math.min(retryAfterSeconds, longestRetryAfterSeconds))
}

/** Reads `Retry-After` (RFC 9110 §10.2.3), a number or a date, in seconds from `now`. 0 where it is neither. */
export function readRetryAfter(header: string | null, now = Date.now()): number {
  if (header === null) return 0
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now) / 1000)
}
