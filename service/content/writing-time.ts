/**
 * A record is completed within 120 s of its prospect being enriched: the language model has the first 90, queue
 * included, and never more than 45 for one record. Whatever is late gets the plain payload.
 */
const writeWithinMs = 90_000
const writeAtMostMs = 45_000

/** How long the language model has now for a record that could be generated since `readyAt`; 0 or less is not at all. */
export function writingMsLeft(readyAt: number, now: number): number {
  return Math.min(readyAt + writeWithinMs - now, writeAtMostMs)
}
