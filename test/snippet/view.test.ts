import { describe, expect, test } from 'vitest'
import { TooLittle, Unseen, Viewable } from '../../snippet/track/thresholds.ts'
import { gaugeView } from '../../snippet/track/view.ts'

/** Plays exposures at their times, in milliseconds, and gives how often a view was counted. */
function played(...course: [exposure: number, at: number][]): number {
  let count = 0
  const gauge = gaugeView(() => count++)
  for (const [exposure, at] of course) if (gauge(exposure, at, at)) break
  return count
}

describe('a view', () => {
  test('is a second without a break', () => expect(played([Viewable, 0], [Viewable, 1000])).toBe(1))
  test('is not 900 ms', () => expect(played([Viewable, 0], [Viewable, 900])).toBe(0))
  test('begins anew after a break', () =>
    expect(played([Viewable, 0], [TooLittle, 600], [Viewable, 700], [Viewable, 1600])).toBe(0))
  test('is counted when it ends by scrolling after a second', () =>
    expect(played([Viewable, 0], [TooLittle, 1000])).toBe(1))
  test('is not counted when it ends by hiding at some time before the second was over', () =>
    expect(played([Viewable, 0], [Unseen, 1000])).toBe(0))
  test('is counted once', () => expect(played([Viewable, 0], [Viewable, 1000], [Viewable, 3000])).toBe(1))
})
