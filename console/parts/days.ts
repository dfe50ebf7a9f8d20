/** The figures of a day that are plotted, with the style sheet's colour of each, and its dash: colour is not all. */
export const series = [
  { key: 'visits', label: 'Visits', color: '--visits', dash: [] },
  { key: 'views', label: 'Views', color: '--views', dash: [6, 4] },
  { key: 'clicks', label: 'Clicks', color: '--clicks', dash: [2, 3] },
] as const

export const daySeconds = 86_400

/** When a day begins, in seconds since 1970. */
export function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}
