import { expect, test } from 'vitest'
import { nextDelaySeconds, readRetryAfter } from '../../../service/messages/attempt.ts'

const schedule = [5, 300]

test('each delay is that of the schedule, give or take a fifth', () => {
  expect(nextDelaySeconds(schedule, 1, 0, 0)).toBe(4)
  expect(nextDelaySeconds(schedule, 1, 0, 1)).toBeCloseTo(6)
  expect(nextDelaySeconds(schedule, 2, 0, 0.5)).toBe(300)
  const delays = Array.from({ length: 100 }, () => nextDelaySeconds(schedule, 2) ?? 0)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(240)
  expect(Math.max(...delays)).toBeLessThanOrEqual(360)
  expect(new Set(delays).size).toBeGreaterThan(1)
})

test('when the schedule is over there is no further attempt', () => {
  expect(nextDelaySeconds(schedule, 3)).toBeUndefined()
  expect(nextDelaySeconds(schedule, 3, 60)).toBeUndefined()
})

test('the receiver can ask for a longer delay, up to a day, and not for a shorter one', () => {
  expect(nextDelaySeconds(schedule, 1, 60, 0)).toBe(60)
  expect(nextDelaySeconds(schedule, 2, 60, 0)).toBe(240)
  expect(nextDelaySeconds(schedule, 1, 1e9, 0)).toBe(86_400)
})

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  [null, 0],
])('Retry-After %j is %d s', (header, seconds) => {
  expect(readRetryAfter(header, Date.parse('2026-11-20T12:00:00Z'))).toBe(seconds)
})
