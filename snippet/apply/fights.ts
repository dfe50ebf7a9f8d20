import type { Hold } from './hold.ts'

/** More than this at once, or more than one a second for long, is a page that fights back. */
const maxFights = 50

/** A target that is made anew so soon after it was changed is made anew because it was changed. */
const atOnceMs = 20

/** Counts that the page wrote over a target. Answers whether the page has won. */
export const isLost = (hold: Hold): boolean => {
  const now = performance.now()
  hold.fights = Math.max(0, hold.fights - (now - hold.at) / 1000) + 1
  hold.at = now
  return hold.fights > maxFights
}

/** Counts, where the page took away a target as soon as it was changed. Answers whether the page has won. */
export const isThrownOut = ({ item, at }: Hold): boolean =>
  performance.now() - at < atOnceMs && ++item.thrownOut > maxFights
