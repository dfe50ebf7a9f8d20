import type { Hold } from './hold.ts'

/** A page that writes over a target more often than this in a row, or for long more than once a second, fights back. */
const maxFights = 50

/** If a target is removed so soon after it was changed, it was removed because of the change. */
const atOnceMs = 20

/** Counts that the page wrote over a target. Returns whether the page has won. */
export const isLost = (hold: Hold): boolean => {
  const now = performance.now()
  hold.fights = Math.max(0, hold.fights - (now - hold.at) / 1000) + 1
  hold.at = now
  return hold.fights > maxFights
}

/** Counts that the page removed a target, if it did so right after the change. Returns whether the page has won. */
export const isThrownOut = ({ item, at }: Hold): boolean =>
  performance.now() - at < atOnceMs && ++item.thrownOut > maxFights
