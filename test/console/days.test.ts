import { expect, test } from 'vitest'
import { inSteps, stepOf } from '../../console/parts/days.ts'

/** So many days that follow each other, each with one visit. */
function daysFrom(first: string, many: number) {
  return Array.from({ length: many }, (_, at) => ({
    day: new Date(Date.parse(`${first}T00:00:00Z`) + at * 86_400_000).toISOString().slice(0, 10),
    visits: 1,
    views: 2,
    clicks: 0,
    ms: 1000,
  }))
}

test('two months are plotted by day', () => {
  const days = daysFrom('2026-01-01', 62)
  expect(stepOf(days.length)).toBe('day')
  expect(inSteps(days)).toEqual(days)
})

test('more days are summed by week, each by its Monday, and nothing is lost', () => {
  // 1 January 2026 is a Thursday.
  const weeks = inSteps(daysFrom('2026-01-01', 100))
  expect(weeks[0]).toEqual({ day: '2025-12-29', visits: 4, views: 8, clicks: 0, ms: 4000 })
  expect(weeks[1]).toEqual({ day: '2026-01-05', visits: 7, views: 14, clicks: 0, ms: 7000 })
  expect(weeks.reduce((sum, { visits }) => sum + visits, 0)).toBe(100)
})

test('two years are summed by month', () => {
  const months = inSteps(daysFrom('2024-01-01', 731))
  expect(stepOf(731)).toBe('month')
  expect(months.map(({ visits }) => visits).slice(0, 3)).toEqual([31, 29, 31])
  expect(months).toHaveLength(24)
})
