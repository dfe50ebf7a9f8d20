import type uPlot from 'uplot'
import type { Day } from '../api/results.ts'
import { daySeconds, secondsOf, series } from './days.ts'
import { drawPlot, plotStyle } from './plot.ts'

/** Points that are closer are left out: the line says as much. */
const leastPointGapPx = 14
/** From so many days on, the axis names the year. */
const daysOfYear = 366

/** What the axis says, how far apart, and in which steps: in days, where uPlot takes 30 for a month. */
const datesOf = {
  days: { format: '{D} {MMM}', spacePx: 50, steps: [1, 2, 7, 14, 28, 56, 112, 364] },
  years: { format: '{MMM} {YYYY}', spacePx: 80, steps: [30, 60, 90, 120, 180, 365] },
}

/** Draws days, weeks or months that follow each other, each by its first day: see `drawPlot`. */
export function drawDays(element: HTMLElement, days: Day[]): () => void {
  return drawPlot(element, { options: (holder) => optionsFor(holder, days), data: dataOf(days) })
}

function optionsFor(element: HTMLElement, days: Day[]): uPlot.Options {
  const { color, axis, frame } = plotStyle(element)
  const first = secondsOf(days[0]?.day ?? '')
  const last = secondsOf(days.at(-1)?.day ?? '')
  const halfStep = (last - first) / Math.max(1, days.length - 1) / 2
  const dates = last - first > daysOfYear * daySeconds ? datesOf.years : datesOf.days
  const areApart = element.clientWidth / days.length >= leastPointGapPx
  return {
    ...frame,
    scales: {
      x: { time: true, range: [first - halfStep, last + halfStep] },
      y: { range: (_plot, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        gap: 10,
        space: dates.spacePx,
        incrs: dates.steps.map((each) => each * daySeconds),
        values: [[daySeconds, dates.format, null, null, null, null, null, null, 1]],
      },
      { ...axis, size: 48, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6] },
    ],
    series: [
      {},
      ...series.map(({ label, color: name, dash, pointPx }) => {
        const stroke = color(name)
        return {
          label,
          stroke,
          dash: [...dash],
          width: 2,
          points: { show: areApart, size: pointPx, fill: stroke },
        }
      }),
    ],
  }
}

function dataOf(days: Day[]): uPlot.AlignedData {
  return [days.map(({ day }) => secondsOf(day)), ...series.map(({ key }) => days.map((day) => day[key]))]
}
