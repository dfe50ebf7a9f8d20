/**
 * The plotted figures, each with its colour in the style sheet, and a dash pattern, because colour alone is not enough.
 * They are drawn in this order: where they are equal, the point of one shows around that of the next.
 */
export const series = [
  { key: 'visits', label: 'Visits', color: '--visits', dash: [], pointPx: 12 },
  { key: 'views', label: 'Views', color: '--views', dash: [6, 4], pointPx: 9 },
  { key: 'clicks', label: 'Clicks', color: '--clicks', dash: [2, 3], pointPx: 6 },
] as const

export const daySeconds = 86_400

/** The beginning of a day, in seconds since 1970. */
export function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}
