import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import type { Day } from '../api/results.ts'
import { count, formatDay, formatDuration, formatNumber } from './format.ts'
import { Table } from './table.tsx'

/** The figures of a day that are plotted, with the style sheet's colour of each, and its dash: colour is not all. */
const series = [
  { key: 'visits', label: 'Visits', color: '--visits', dash: [] },
  { key: 'views', label: 'Views', color: '--views', dash: [6, 4] },
  { key: 'clicks', label: 'Clicks', color: '--clicks', dash: [2, 3] },
] as const

const height = 220
const daySeconds = 86_400
/** A day is never drawn wider, so that a few days do not look like years. */
const widestDayPx = 96

/** Visits, views and clicks over days, as a plot and, for who cannot see it, as a table. */
export function DaysChart({ days }: { days: Day[] }) {
  const [asTable, setAsTable] = useState(false)
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
      {asTable ? <DaysTable days={days} /> : <Plot days={filled(days)} />}
      <p class="quiet">Days are those of UTC.</p>
    </>
  )
}

function Plot({ days }: { days: Day[] }) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const draw = () => new uPlot(optionsFor(element, days), dataOf(days), element)
    let plot = draw()
    const redraw = () => {
      plot.destroy()
      plot = draw()
    }
    const resized = new ResizeObserver(() => plot.setSize({ width: widthOf(element, days), height }))
    resized.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', redraw)
    return () => {
      resized.disconnect()
      dark.removeEventListener('change', redraw)
      plot.destroy()
    }
  }, [days])
  return (
    <div
      ref={holder}
      class="plot"
      role="img"
      aria-label={`Plot. ${summaryOf(days)} “As a table” has the figures.`}
    />
  )
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

function widthOf(element: HTMLElement, days: Day[]): number {
  return Math.min(element.clientWidth, 80 + days.length * widestDayPx)
}

function optionsFor(element: HTMLElement, days: Day[]): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color('--quiet'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  }
  const first = secondsOf(days[0]?.day ?? '')
  const last = secondsOf(days.at(-1)?.day ?? '')
  return {
    width: widthOf(element, days),
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 8 } },
    scales: {
      x: { time: true, range: [first - daySeconds / 2, last + daySeconds / 2] },
      y: { range: (_plot, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 7, 14, 28, 56, 112, 364].map((each) => each * daySeconds),
        values: [[daySeconds, '{D} {MMM}', null, null, null, null, null, null, 1]],
      },
      { ...axis, size: 48, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6] },
    ],
    series: [
      {},
      ...series.map(({ label, color: name, dash }) => {
        const stroke = color(name)
        return { label, stroke, dash: [...dash], width: 2, points: { show: true, size: 6, fill: stroke } }
      }),
    ],
  }
}

function dataOf(days: Day[]): uPlot.AlignedData {
  return [days.map(({ day }) => secondsOf(day)), ...series.map(({ key }) => days.map((day) => day[key]))]
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

function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}

function summaryOf(days: Day[]): string {
  const sum = (key: 'visits' | 'views' | 'clicks') => days.reduce((total, day) => total + day[key], 0)
  const [first, last] = [days[0], days.at(-1)]
  const span = first && last ? `${formatDay(first.day)} to ${formatDay(last.day)}` : ''
  return `${span}: ${count(sum('visits'), 'visit')}, ${count(sum('views'), 'view')}, ${count(sum('clicks'), 'click')}.`
}
