import uPlot from 'uplot'
import { daySeconds, secondsOf } from './days.ts'

/** Lines over days, each point by its first day. */
export interface Plotted {
  days: string[]
  lines: Line[]
  /** What the vertical axis spans, by the least and the largest value. */
  range: (least: number, largest: number) => [number, number]
  /** The vertical axis. */
  axis: Pick<uPlot.Axis, 'size' | 'incrs' | 'values'>
  /** The two lines, by number from 1, between which there is a ground. */
  band?: [number, number]
}

interface Line {
  label: string
  /** The name of its colour in the style sheet. */
  color: string
  dash?: readonly number[]
  width?: number
  /** How large its points are, in pixels; none if undefined. */
  pointPx?: number
  values: (number | null)[]
}

/** Points that are closer are left out: the line says as much. */
const leastPointGapPx = 14
/** From so many days on, the axis names the year. */
const daysOfYear = 366

/** What the axis says, how far apart, and in which steps: in days, where uPlot takes 30 for a month. */
const datesOf = {
  days: { format: '{D} {MMM}', spacePx: 50, steps: [1, 2, 7, 14, 28, 56, 112, 364] },
  years: { format: '{MMM} {YYYY}', spacePx: 80, steps: [30, 60, 90, 120, 180, 365] },
}

/** Draws a plot into an element, and again when its width or the colours change. Returns a function that ends this. */
export function drawPlot(element: HTMLElement, plotted: Plotted): () => void {
  const { days, lines } = plotted
  const data = [days.map(secondsOf), ...lines.map(({ values }) => values)] as uPlot.AlignedData
  const draw = () => new uPlot(optionsFor(element, plotted), data, element)
  let plot = draw()
  const redraw = () => {
    plot.destroy()
    plot = draw()
  }
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: plot.height }))
  resized.observe(element)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', redraw)
  return () => {
    resized.disconnect()
    dark.removeEventListener('change', redraw)
    plot.destroy()
  }
}

function optionsFor(element: HTMLElement, { days, lines, range, axis, band }: Plotted): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const first = secondsOf(days[0] ?? '')
  const last = secondsOf(days.at(-1) ?? '')
  const halfStep = (last - first) / Math.max(1, days.length - 1) / 2
  const dates = last - first > daysOfYear * daySeconds ? datesOf.years : datesOf.days
  const areApart = element.clientWidth / days.length >= leastPointGapPx
  const alike = {
    font: `12px ${style.fontFamily}`,
    stroke: color('--quiet'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height: 220,
    legend: { show: false },
    cursor: { y: false, points: { size: 8 } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { time: true, range: [first - halfStep, last + halfStep] },
      y: { range: (_plot, least, largest) => range(least, largest) },
    },
    axes: [
      {
        ...alike,
        grid: { show: false },
        gap: 10,
        space: dates.spacePx,
        incrs: dates.steps.map((each) => each * daySeconds),
        values: [[daySeconds, dates.format, null, null, null, null, null, null, 1]],
      },
      { ...alike, ...axis },
    ],
    bands: band ? [{ series: band, fill: color('--calm-ground') }] : [],
    series: [
      {},
      ...lines.map(({ label, color: name, dash = [], width = 2, pointPx }) => ({
        label,
        stroke: color(name),
        dash: [...dash],
        width,
        points: { show: areApart && pointPx !== undefined, size: pointPx ?? 0, fill: color(name) },
      })),
    ],
  }
}
