import { expect, test } from 'vitest'
import { isThrownOut, isTrialNext, noRemovals } from '../../snippet/follow/fights.ts'

/** Removes targets right after they were changed, each in a round of its own. Returns how often until the page has won. */
function removedUntilLost(most: number, removals = noRemovals()): number {
  for (let round = 1; round <= most; round++) {
    const fought = { element: document.createElement('p'), fights: 0, at: performance.now() }
    if (isThrownOut(fought, removals, round)) return round
    // A new target that stays as the page made it.
    if (isTrialNext(removals)) removals.trial = 'stayed'
  }
  return Number.POSITIVE_INFINITY
}

test('a page may remove a target after its change fifty times before it wins', () => {
  const removals = noRemovals()
  expect(removedUntilLost(50, removals)).toBe(Number.POSITIVE_INFINITY)
  expect(removals.trial).toBeUndefined()
  expect(removedUntilLost(100)).toBeGreaterThan(50)
  expect(removedUntilLost(100)).toBeLessThan(60)
})

test('what is removed a while after its change, or in one round, is no fight', () => {
  const removals = noRemovals()
  const early = performance.now() - 1000
  for (let round = 1; round <= 100; round++)
    expect(isThrownOut({ element: document.body, fights: 0, at: early }, removals, round)).toBe(false)
  for (let times = 0; times < 100; times++)
    isThrownOut({ element: document.body, fights: 0, at: performance.now() }, removals, 1)
  expect(removals.count).toBeLessThanOrEqual(1)
})
