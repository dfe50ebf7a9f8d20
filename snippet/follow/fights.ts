/** A page that writes over a target more often than this in a row, or for long more than once a second, fights back. */
const maxFights = 50

/** If a target is removed so soon after it was changed, it was removed because of the change. */
const atOnceMs = 20

/** A target, and the item that claims it, as far as a page can fight for it: see `Kept`. */
interface Fought {
  element: Element
  fights: number
  at: number
}

/** How much a write counts that may be the parser's. Not nothing: a page that writes again and again while it arrives must not hang. */
const grownWeight = 0.05

/** Counts that the page wrote over a target, or that the parser may have added to it. Returns whether the page has won. */
export const hasPageWon = (hold: Fought, mayHaveGrown: unknown): boolean => {
  const now = performance.now()
  hold.fights = Math.max(0, hold.fights - (now - hold.at) / 1000) + (mayHaveGrown ? grownWeight : 1)
  hold.at = now
  return hold.fights > maxFights
}

/** How much more often a page may remove targets that has been seen to do so whatever is written into them. */
const growth = 10

/** What is known of a page that removes an item's targets right after they were changed. */
export interface Removals {
  /** How many rounds of it there were lately. Falls by one a second. */
  count: number
  /** When it was last counted, by `performance.now()`. */
  at: number
  /** The number of the last round. What the page removes in one task, or all its observers in one go, is one round. */
  round: number
  limit: number
  /** `next`: the next new target stays unwritten, to see whether the page removes it all the same. `stayed`: it did not. */
  trial?: 'next' | 'stayed' | Node | undefined
}

/** No removals yet. */
export const noRemovals = (): Removals => ({ count: 0, at: 0, round: 0, limit: maxFights })

/**
 * Counts that the page removed a target, if it did so right after the change: one for each round and item. Above the limit
 * one new target is left as the page made it. If the page removes that one too, it makes it anew whatever is in it, as a
 * countdown does. Returns whether the page has won.
 */
export const isThrownOut = ({ element, at }: Fought, removals: Removals, round: number): boolean => {
  const now = performance.now()
  if (removals.trial === element) {
    removals.trial = undefined
    removals.limit *= growth
    return false
  }
  if (now - at >= atOnceMs || removals.round === round) return false
  removals.count = Math.max(0, removals.count - (now - removals.at) / 1000) + 1
  removals.at = now
  removals.round = round
  if (removals.count <= removals.limit) {
    removals.trial = undefined
    return false
  }
  if (removals.trial === 'stayed') return true
  removals.trial ??= 'next'
  return false
}

/** How long ago the page may have thrown out the last target for a new one to be left as it is. */
const lastlyMs = 1000

/** Whether the item's next new target is to be left as the page made it. */
export const isTrialNext = ({ trial, at }: Removals): boolean =>
  trial === 'next' && performance.now() - at < lastlyMs
