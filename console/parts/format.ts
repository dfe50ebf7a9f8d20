/** The reader's own locale, or English if the browser has none: on a system without a language WebKit has `C`, and throws. */
const locale = isLocaleKnown() ? undefined : 'en'

function isLocaleKnown(): boolean {
  try {
    return new Intl.NumberFormat().format(1) !== ''
  } catch {
    return false
  }
}

const numbers = new Intl.NumberFormat(locale)
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long' })
const utcDays = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const lists = new Intl.ListFormat('en', { type: 'conjunction' })

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The name of the reader's time zone. */
export const timeZone = new Intl.DateTimeFormat(locale).resolvedOptions().timeZone

/** `12,345`, as the reader's language writes it. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** `1 visit`, `12 visits`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

/** `hero, pricing, and offer`. */
export function listOf(words: readonly string[]): string {
  return lists.format(words)
}

/** A duration: `4 s`, `3 min 20 s`, `5 h 12 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = `${formatNumber(Math.floor(minutes / 60))} h`
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`
}

/** A duration that is read at a glance: from ten minutes on without seconds, `45 min`; from ten hours on without minutes, `39 h`. */
export function formatRoughDuration(ms: number): string {
  const exactTo = ms < 10 * minuteMs ? 1 : ms < 10 * hourMs ? minuteMs : hourMs
  return formatDuration(Math.round(ms / exactTo) * exactTo)
}

/** A moment's date, in the reader's time zone. */
export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

/** A moment's date and time, in the reader's time zone. */
export function formatMoment(iso: string): string {
  return moments.format(new Date(iso))
}

/** A moment's time of day, in the reader's time zone. */
export function formatTime(iso: string): string {
  return times.format(new Date(iso))
}

/** Formats a day `YYYY-MM-DD`, which is in UTC. */
export function formatDay(day: string): string {
  return utcDays.format(new Date(`${day}T00:00:00Z`))
}

/** How long ago a moment was: `just now`, `12 min ago`, `today 14:02`, `Tuesday 14:02`, `3 Nov 2026, 14:02`. What is to come, by its date. */
export function formatAgo(iso: string, now = Date.now()): string {
  const then = Date.parse(iso)
  const age = now - then
  if (age < -minuteMs) return formatMoment(iso)
  if (age < minuteMs) return 'just now'
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min ago`
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  if (then >= midnight.getTime()) return `today ${formatTime(iso)}`
  // A day may have 23 or 25 hours.
  midnight.setDate(midnight.getDate() - 1)
  if (then >= midnight.getTime()) return `yesterday ${formatTime(iso)}`
  if (age < 6 * dayMs) return `${weekdays.format(then)} ${formatTime(iso)}`
  return formatMoment(iso)
}
