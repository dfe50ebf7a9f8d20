import { useMemo } from 'preact/hooks'
import type { Day } from '../api/results.ts'
import { daySeconds, inSteps, type PlotStep, secondsOf, series, stepOf } from './days.ts'
import { count, formatDay, formatDuration, formatNumber } from './format.ts'
import type { Plotted } from './plot.ts'
import { PlotOrTable } from './plot-or-table.tsx'
import { Table } from './table.tsx'

/** Visits, views and clicks over days. A single day is told in words: it has no course. */
export function DaysChart({ days }: { days: Day[] }) {
  const { all, points, plotted } = useMemo(() => {
    const all = days.length > 0 ? filled(days) : []
    const points = inSteps(all)
    return { all, points, plotted: plottedOf(points) }
  }, [days])
  if (days.every(({ visits, views, clicks }) => visits + views + clicks === 0))
    return <p class="quiet">No visit yet. The plot begins with the first one.</p>
  if (all.length === 1) return <p>{summaryOf(all)}</p>
  return (
    <>
      <PlotOrTable
        plotted={plotted}
        label={`Plot. ${summaryOf(points)}`}
        table={<DaysTable days={days} />}
        beside={
          <ul class="row small">
            {series.map(({ key, label, color, dash }) => (
              <li key={key}>
                <svg width="20" height="8" stroke={`var(${color})`} stroke-width="2" aria-hidden="true">
                  <path d="M0 4h14" stroke-dasharray={dash.join(' ')} />
                </svg>
                {label}
              </li>
            ))}
          </ul>
        }
      />
      <p class="quiet">{stepWords[stepOf(all.length)]}Days are in UTC.</p>
    </>
  )
}

function plottedOf(points: Day[]): Plotted {
  return {
    days: points.map(({ day }) => day),
    lines: series.map(({ key, ...line }) => ({ ...line, values: points.map((point) => point[key]) })),
    range: (_least, largest) => [0, Math.max(4, Math.ceil(largest * 1.1))],
    axis: { size: 48, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6] },
  }
}

function DaysTable({ days }: { days: Day[] }) {
  return (
    <Table
      caption="Figures by day"
      rows={[...days].reverse()}
      keyOf={({ day }) => day}
      columns={[
        { title: 'Day (UTC)', cell: ({ day }) => formatDay(day) },
        { title: 'Visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { title: 'Views', isNumber: true, cell: ({ views }) => formatNumber(views) },
        { title: 'Clicks', isNumber: true, cell: ({ clicks }) => formatNumber(clicks) },
        { title: 'Time', isNumber: true, cell: ({ ms }) => formatDuration(ms) },
      ]}
    />
  )
}

const stepWords: Record<PlotStep, string> = {
  day: '',
  week: 'Each point is a week, beginning on its Monday. ',
  month: 'Each point is a month. ',
}

/** Days without a visit are zero, not a line across them. */
function filled(days: Day[]): Day[] {
  const known = new Map(days.map((day) => [day.day, day]))
  const times = days.map(({ day }) => secondsOf(day))
  const all: Day[] = []
  for (let time = Math.min(...times); time <= Math.max(...times); time += daySeconds) {
    const day = new Date(time * 1000).toISOString().slice(0, 10)
    all.push(known.get(day) ?? { day, visits: 0, views: 0, clicks: 0, ms: 0 })
  }
  return all
}

function summaryOf(days: Day[]): string {
  const sum = (key: 'visits' | 'views' | 'clicks') => days.reduce((total, day) => total + day[key], 0)
  const [first, last] = [days[0], days.at(-1)]
  const span = [first, last].flatMap((each) => each ?? []).map(({ day }) => formatDay(day))
  return `${[...new Set(span)].join(' to ')}: ${count(sum('visits'), 'visit')}, ${count(sum('views'), 'view')}, ${count(sum('clicks'), 'click')}.`
}
