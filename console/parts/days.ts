import type { Day } from '../api/results.ts'
import { grouped } from './grouped.ts'

/**
 * The plotted figures, each with its colour in the style sheet, and a dash pattern, because colour alone is not enough.
 * They are drawn in this order: where they are equal, the point of one shows around that of the next.
 */
export const series = [
  { key: 'visits', label: 'Visits', color: '--visits', dash: [], width: 5, pointPx: 12 },
  { key: 'views', label: 'Views', color: '--views', dash: [6, 4], pointPx: 9 },
  { key: 'clicks', label: 'Clicks', color: '--clicks', dash: [2, 3], pointPx: 6 },
] as const

export const daySeconds = 86_400

/** The beginning of a day, in seconds since 1970. */
export function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}

/** The time that one point of a plot stands for. */
export type PlotStep = 'day' | 'week' | 'month'

/** More points than this are a band of ink, so longer times are summed. */
const mostPoints = 62

/** The step for so many days. */
export function stepOf(days: number): PlotStep {
  if (days <= mostPoints) return 'day'
  return days <= mostPoints * 7 ? 'week' : 'month'
}

/** Consecutive days as they are, or summed by week or month, each by its first day. */
export function inSteps(days: Day[]): Day[] {
  const step = stepOf(days.length)
  if (step === 'day') return days
  const groups = grouped(days, ({ day }) => (step === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`))
  return [...groups].map(([day, group]) => {
    const sum = (key: 'visits' | 'views' | 'clicks' | 'ms') =>
      group.reduce((total, each) => total + each[key], 0)
    return { day, visits: sum('visits'), views: sum('views'), clicks: sum('clicks'), ms: sum('ms') }
  })
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
