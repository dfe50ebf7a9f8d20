const numbers = new Intl.NumberFormat(undefined)
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** `12,345`, as the reader's language writes it. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** A time of attention: `0 s`, `4.2 s`, `3 min 20 s`, `5 h 12 min`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${numbers.format(Math.round(seconds * 10) / 10)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${numbers.format(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** A moment's date, in the reader's time zone. */
export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

/** A day `YYYY-MM-DD`, which is one of UTC. */
export function formatDay(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`))
}
