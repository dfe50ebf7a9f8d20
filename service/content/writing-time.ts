/**
 * A record is completed within 120 s of its prospect being enriched. The language model gets the first 90 s, including
 * its queue, and at most 45 s for one record. Later items get the plain payload.
 */
const writeWithinMs = 90_000
const writeAtMostMs = 45_000

/**
 * How long the language model may take now for a record that could be generated since `readyAt`. 0 or less: not at all.
 */
export function writingMsLeft(readyAt: number, now: number): number {
  return Math.min(readyAt + writeWithinMs - now, writeAtMostMs)
}
