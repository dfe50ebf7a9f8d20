import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatAgo, formatMoment } from '../../console/parts/format.ts'

const before = process.env.TZ

beforeEach(() => {
  process.env.TZ = 'Europe/Berlin'
})

afterEach(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

/** The day that is said of a moment, in Berlin. */
function dayOf(then: string, now: string): string | undefined {
  return formatAgo(then, Date.parse(now)).split(/[ ,]/)[0]
}

test('yesterday is the day before, also where it has 23 or 25 hours', () => {
  // Clocks went forward on 29 March 2026, and go back on 25 October.
  expect(dayOf('2026-03-28T23:30:00+01:00', '2026-03-30T12:00:00+02:00')).toBe('Saturday')
  expect(dayOf('2026-03-29T00:00:00+01:00', '2026-03-30T12:00:00+02:00')).toBe('yesterday')
  expect(dayOf('2026-03-30T00:00:00+02:00', '2026-03-30T12:00:00+02:00')).toBe('today')
  expect(dayOf('2026-10-24T23:30:00+02:00', '2026-10-26T12:00:00+01:00')).toBe('Saturday')
  expect(dayOf('2026-10-25T00:30:00+02:00', '2026-10-26T12:00:00+01:00')).toBe('yesterday')
})

test('what is still to come is told by its date', () => {
  const now = Date.parse('2026-03-30T12:00:00+02:00')
  expect(formatAgo('2026-03-30T12:00:20+02:00', now)).toBe('just now')
  expect(formatAgo('2026-06-28T12:00:00+02:00', now)).toBe(formatMoment('2026-06-28T12:00:00+02:00'))
})
