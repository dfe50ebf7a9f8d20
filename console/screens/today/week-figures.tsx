import type { Weeks } from '../../api/today.ts'
import { formatDay, formatNumber, formatRoughDuration } from '../../parts/format.ts'

type Figure = keyof Weeks['week']

const titles: Record<Figure, string> = { people: 'People', visits: 'Visits', goals: 'Goals', ms: 'Time read' }

/** The last seven days in four numbers, each with its line, beside the seven days before. */
export function WeekFigures({ weeks }: { weeks: Weeks | undefined }) {
  return (
    <section class="card week-figures" aria-label="The last seven days">
      <p class="quiet">Everybody, in the last 7 days</p>
      {weeks && (
        <dl class="tiles">
          {(Object.keys(titles) as Figure[]).map((figure) => (
            <div key={figure}>
              <dt class="small">{titles[figure]}</dt>
              <dd class="row">
                <strong class="large">{shownValue(figure, weeks.week[figure])}</strong>
                <Line figure={figure} days={weeks.days} />
                <span class="quiet small">{comparison(figure, weeks)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function shownValue(figure: Figure, value: number): string {
  return figure === 'ms' ? formatRoughDuration(value) : formatNumber(value)
}

/** `+3 on the week before`. */
function comparison(figure: Figure, { week, before }: Weeks): string {
  const difference = week[figure] - before[figure]
  if (before[figure] === 0) return figure === 'people' ? 'none the week before' : ''
  if (difference === 0) return 'as the week before'
  return `${difference > 0 ? '+' : '−'}${shownValue(figure, Math.abs(difference))} on the week before`
}

/** In pixels. */
const size = { width: 48, height: 24 }

/** The 14 days as a line, the week before paler. */
function Line({ figure, days }: { figure: Figure; days: Weeks['days'] }) {
  const most = Math.max(1, ...days.map((day) => day[figure]))
  const step = size.width / Math.max(1, days.length - 1)
  const points = days.map(
    (day, at) => `${at * step},${size.height - 2 - (day[figure] / most) * (size.height - 4)}`,
  )
  const half = Math.floor(days.length / 2)
  const last = days.at(-1)
  return (
    <svg
      {...size}
      fill="none"
      stroke="var(--accent)"
      stroke-width="2"
      role="img"
      aria-label={`${titles[figure]} of 14 days${last ? `; ${formatDay(last.day)}: ${shownValue(figure, last[figure])}` : ''}`}
    >
      <polyline opacity="0.35" points={points.slice(0, half + 1).join(' ')} />
      <polyline points={points.slice(half).join(' ')} />
    </svg>
  )
}
