import { describe, expect, test } from 'vitest'
import type { Exposure } from '../../snippet/track/gauge.ts'
import { gaugeView } from '../../snippet/track/gauges/view.ts'

/** Plays exposures at their times, in milliseconds, and gives how often a view was counted. */
function played(...course: [exposure: Exposure, at: number][]): number {
  let count = 0
  const gauge = gaugeView(() => count++)
  for (const [exposure, at] of course) if (gauge(exposure, at, at) === 'nothing') break
  return count
}

describe('a view', () => {
  test('is a second without a break', () => expect(played(['viewable', 0], ['viewable', 1000])).toBe(1))
  test('is not 900 ms', () => expect(played(['viewable', 0], ['viewable', 900])).toBe(0))
  test('begins anew after a break', () =>
    expect(played(['viewable', 0], ['outside', 600], ['viewable', 700], ['viewable', 1600])).toBe(0))
  test('is counted when it ends by scrolling after a second', () =>
    expect(played(['viewable', 0], ['outside', 1000])).toBe(1))
  test('is not counted when it ends by hiding at some time before the second was over', () =>
    expect(played(['viewable', 0], ['unseen', 1000])).toBe(0))
  test('is counted once', () =>
    expect(played(['viewable', 0], ['viewable', 1000], ['viewable', 3000])).toBe(1))
})
