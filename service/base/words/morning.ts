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
  const mornings = Array.from({ length: 9 }, (_, days) => morningOf(now, morning, days))
  return mornings.find((at) => at > now && isMonday(at, morning)) as number
}

/** The Monday morning that has begun last. */
export function lastMonday(now: number, morning: Morning): number {
  const mornings = Array.from({ length: 9 }, (_, days) => morningOf(now, morning, -days))
  return mornings.find((at) => at <= now && isMonday(at, morning)) as number
}

/** The seven days before a Monday, from midnight to midnight there. */
export function weekBefore(monday: number, { timeZone }: Morning): { from: number; to: number } {
  const midnight = { hour: 0, timeZone }
  return { from: morningOf(monday, midnight, -7), to: morningOf(monday, midnight) }
}

/**
 * The morning of the day on which `time` is there, or of one so many days later. They are days of the calendar: one on
 * which clocks change has 23 or 25 hours.
 */
function morningOf(time: number, { hour, timeZone }: Morning, days = 0): number {
  const { year, month, day } = clockAt(time, timeZone)
  const wanted = Date.UTC(year, month - 1, day + days, hour)
  // The offset of the zone may change between the guess and the morning: the second guess has that of the morning.
  const guess = wanted - offsetAt(wanted, timeZone)
  return wanted - offsetAt(guess, timeZone)
}

function isMonday(time: number, { timeZone }: Morning): boolean {
  const { year, month, day } = clockAt(time, timeZone)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() === 1
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute } = clockAt(time, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / 60_000) * 60_000
}

function clockAt(time: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)])
  return Object.fromEntries(parts) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
}
