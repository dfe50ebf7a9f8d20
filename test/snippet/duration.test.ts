import { expect, test } from 'vitest'
import type { Exposure } from '../../snippet/track/gauge.ts'
import { gaugeDuration } from '../../snippet/track/gauges/duration.ts'

/** Plays exposures at their times, with until when somebody is there, in milliseconds, and gives what it adds up to. */
function played(...course: [exposure: Exposure, at: number, attendedUntil: number][]): number {
  let sum = 0
  const gauge = gaugeDuration((ms) => {
    sum += ms
  })
  for (const [exposure, at, attendedUntil] of course) gauge(exposure, at, attendedUntil)
  return sum
}

test('a duration is the time in view', () =>
  expect(played(['viewable', 0, 9000], ['viewable', 700, 9000], ['outside', 1000, 9000])).toBe(1000))
test('what is out of view, hidden or covered does not count', () =>
  expect(played(['outside', 0, 9000], ['unseen', 500, 9000], ['viewable', 800, 9000])).toBe(0))
test('it ends when nobody is there any more, whenever that is noticed', () =>
  expect(played(['viewable', 0, 2000], ['viewable', 5000, 2000])).toBe(2000))
test('it goes on when somebody is there again', () =>
  expect(
    played(['viewable', 0, 2000], ['viewable', 5000, 2000], ['viewable', 6000, 9000], ['unseen', 6500, 9000]),
  ).toBe(2500))
