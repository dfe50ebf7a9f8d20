import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Day } from '../api/results.ts'
import { daySeconds, inSteps, type PlotStep, secondsOf, series, stepOf } from './days.ts'
import { count, formatDay, formatDuration, formatNumber } from './format.ts'
import { Table } from './table.tsx'
import { useLoaded } from './use-loaded.ts'

/** Visits, views and clicks over days, as a plot and, for people who cannot see it, as a table. */
export function DaysChart({ days }: { days: Day[] }) {
  const [asTable, setAsTable] = useState(false)
  const { all, plotted } = useMemo(() => {
    const consecutive = days.length > 0 ? filled(days) : []
    return { all: consecutive, plotted: inSteps(consecutive) }
  }, [days])
  if (days.every(({ visits, views, clicks }) => visits + views + clicks === 0))
    return <p class="quiet">No visit yet. The plot begins with the first one.</p>
  return (
    <>
      <div class="toolbar">
        <ul class="legend">
          {series.map(({ label, key }) => (
            <li key={key} class={key}>
              {label}
            </li>
          ))}
        </ul>
        <button type="button" class="plain" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          As a table
        </button>
      </div>
      {asTable ? <DaysTable days={days} /> : <Plot days={plotted} />}
      <p class="quiet">{!asTable && stepWords[stepOf(all.length)]}Days are in UTC.</p>
    </>
  )
}

/** The plot, from a file of its own. If that does not load, the table. */
function Plot({ days }: { days: Day[] }) {
  const holder = useRef<HTMLDivElement>(null)
  const loading = useLoaded(loadPlot)
  const drawing = loading.state === 'there' ? loading.value : undefined
  useEffect(() => {
    const element = holder.current
    return element ? drawing?.drawDays(element, days) : undefined
  }, [days, drawing])
  if (loading.state === 'failed') return <DaysTable days={days} />
  return (
    <div
      ref={holder}
      class="plot"
      role="img"
      aria-label={`Plot. ${summaryOf(days)} “As a table” has the figures.`}
    />
  )
}

/** Loads the code that draws the plot. */
export const loadPlot = () => import('./days-plot.ts')

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

/** A plot begins so many days before its last one, if not earlier, so that a single day has others beside it. */
const fewestDays = 7

/** Days without a visit are zero, not a line across them. */
function filled(days: Day[]): Day[] {
  const known = new Map(days.map((day) => [day.day, day]))
  const times = days.map(({ day }) => secondsOf(day))
  const last = Math.max(...times)
  const first = Math.min(...times, last - (fewestDays - 1) * daySeconds)
  const all: Day[] = []
  for (let time = first; time <= last; time += daySeconds) {
    const day = new Date(time * 1000).toISOString().slice(0, 10)
    all.push(known.get(day) ?? { day, visits: 0, views: 0, clicks: 0, ms: 0 })
  }
  return all
}

function summaryOf(days: Day[]): string {
  const sum = (key: 'visits' | 'views' | 'clicks') => days.reduce((total, day) => total + day[key], 0)
  const [first, last] = [days[0], days.at(-1)]
  const span = first && last ? `${formatDay(first.day)} to ${formatDay(last.day)}` : ''
  return `${span}: ${count(sum('visits'), 'visit')}, ${count(sum('views'), 'view')}, ${count(sum('clicks'), 'click')}.`
}
