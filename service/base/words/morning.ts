/** When the day of an organization begins: alerts that are gathered go out then, and on Mondays the report. */
export interface Morning {
  /** 0 to 23. */
  hour: number
  /** IANA's name, such as `Europe/Berlin`. */
  timeZone: string
}

export const defaultMorning: Morning = { hour: 7, timeZone: 'UTC' }

/** The next morning after `now`, in milliseconds since 1970. */
export function nextMorning(now: number, morning: Morning): number {
  return [0, 1, 2].map((days) => morningOf(now, morning, days)).find((at) => at > now) as number
}

/** The next morning after `now` that is a Monday's. */
export function nextMonday(now: number, morning: Morning): number {
  return mondaysAround(now, morning).find((at) => at > now) as number
}

/** The Monday morning that has begun last. */
export function lastMonday(now: number, morning: Morning): number {
  return mondaysAround(now, morning).findLast((at) => at <= now) as number
}

function mondaysAround(now: number, { hour, timeZone }: Morning): number[] {
  const mornings = Array.from({ length: 17 }, (_, at) => morningOf(now, { hour, timeZone }, at - 8))
  const weekday = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' })
  return mornings.filter((at) => weekday.format(at) === 'Mon')
}

/** The seven days before a Monday, from midnight to midnight there. */
export function weekBefore(monday: number, { timeZone }: Morning): { from: number; to: number } {
  const midnight = { hour: 0, timeZone }
  return { from: morningOf(monday, midnight, -7), to: morningOf(monday, midnight) }
}

/** The morning of the day of `time` there, or so many days later: some days have 23 or 25 hours. */
function morningOf(time: number, { hour, timeZone }: Morning, days = 0): number {
  const { year, month, day } = clockAt(time, timeZone)
  const wanted = Date.UTC(year, month - 1, day + days, hour)
  // The offset of the zone may change between the guess and the morning: the second guess has that of the morning.
  const guess = wanted - offsetAt(wanted, timeZone)
  return wanted - offsetAt(guess, timeZone)
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute } = clockAt(time, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / 60_000) * 60_000
}

function clockAt(time: number, timeZone: string) {
  const digits = 'numeric'
  const date = { year: digits, month: digits, day: digits } as const
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    ...date,
    hour: digits,
    minute: digits,
  })
  const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)])
  return Object.fromEntries(parts) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
}
