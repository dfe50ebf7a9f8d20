import type { Day } from '../../api/results.ts'
import { DaysChart } from '../../parts/days-chart.tsx'
import { count, formatDuration } from '../../parts/format.ts'

const dayMs = 86_400_000

/** What has happened since yesterday, in words, with a plot of the last seven days. */
export function SinceYesterday({ days }: { days: Day[] }) {
  return (
    <section class="card" aria-labelledby="since">
      <h2 id="since">Since yesterday</h2>
      <p>{wordsOf(days)}</p>
      <DaysChart days={weekOf(days)} />
    </section>
  )
}

/** The last seven days, including those without visits, so that days can be compared. */
function weekOf(days: Day[]): Day[] {
  const now = Date.now()
  return Array.from({ length: 7 }, (_, at) => {
    const day = new Date(now - (6 - at) * dayMs).toISOString().slice(0, 10)
    return days.find((each) => each.day === day) ?? { day, visits: 0, views: 0, clicks: 0, ms: 0 }
  })
}

/** `12 visits, 4 clicks, 3 min of reading. Today: 8 visits.` Days are in UTC, as they are counted. */
function wordsOf(days: Day[]): string {
  const now = Date.now()
  const [yesterday, today] = [now - dayMs, now].map((time) => new Date(time).toISOString().slice(0, 10))
  const recent = days.filter(({ day }) => day === yesterday || day === today)
  const sum = (key: 'visits' | 'clicks' | 'ms') => recent.reduce((total, each) => total + each[key], 0)
  if (sum('visits') === 0) return 'Nobody came since yesterday.'
  const ofToday = recent.find(({ day }) => day === today)?.visits ?? 0
  const read = sum('ms') > 0 ? `, ${formatDuration(sum('ms'))} of reading` : ''
  return `${count(sum('visits'), 'visit')}, ${count(sum('clicks'), 'click')}${read}. Today: ${count(ofToday, 'visit')}.`
}
