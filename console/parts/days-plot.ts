import uPlot from 'uplot'
import type { Day } from '../api/results.ts'
import { daySeconds, secondsOf, series } from './days.ts'
import { drawPlot } from './plot.ts'

const height = 220

/** Draws consecutive days: see `drawPlot`. */
export function drawDays(element: HTMLElement, days: Day[]): () => void {
  return drawPlot(element, { options: (holder) => optionsFor(holder, days), data: dataOf(days) })
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
    width: element.clientWidth,
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
        gap: 10,
        incrs: [1, 2, 7, 14, 28, 56, 112, 364].map((each) => each * daySeconds),
        values: [[daySeconds, '{D} {MMM}', null, null, null, null, null, null, 1]],
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
          points: { show: true, size: pointPx, fill: stroke },
        }
      }),
    ],
  }
}

function dataOf(days: Day[]): uPlot.AlignedData {
  return [days.map(({ day }) => secondsOf(day)), ...series.map(({ key }) => days.map((day) => day[key]))]
}
