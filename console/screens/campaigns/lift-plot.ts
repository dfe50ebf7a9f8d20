import type uPlot from 'uplot'
import type { Lift } from '../../api/campaigns.ts'
import { daySeconds, secondsOf } from '../../parts/days.ts'
import { drawPlot, plotStyle } from '../../parts/plot.ts'

/** Draws the difference of a campaign's groups in points, day by day, with its interval as a band: see `drawPlot`. */
export function drawDifference(element: HTMLElement, days: Lift['days']): () => void {
  return drawPlot(element, { options: (holder) => optionsFor(holder, days), data: dataOf(days) })
}

/** Points: the interval's bounds and the estimate. The first days may have intervals beyond everything that can be. */
function dataOf(days: Lift['days']): uPlot.AlignedData {
  const points = (share: number | undefined) =>
    share === undefined ? null : Math.max(-100, Math.min(100, share * 100))
  return [
    days.map(({ day }) => secondsOf(day)),
    days.map(({ difference }) => points(difference?.high)),
    days.map(({ difference }) => points(difference?.low)),
    days.map(({ difference }) => points(difference?.estimate)),
  ]
}

function optionsFor(element: HTMLElement, days: Lift['days']): uPlot.Options {
  const { color, axis, frame } = plotStyle(element)
  const first = secondsOf(days[0]?.day ?? '')
  const last = secondsOf(days.at(-1)?.day ?? '')
  const bound = { stroke: color('--quiet'), width: 1, dash: [2, 3], points: { show: false } }
  return {
    ...frame,
    padding: [10, null, 0, null],
    scales: {
      x: { time: true, range: [first - daySeconds / 2, last + daySeconds / 2] },
      y: { range: (_plot, min, max) => [Math.min(-5, min), Math.max(5, max)] },
    },
    axes: [
      {
        ...axis,
        size: 34,
        grid: { show: false },
        incrs: [1, 2, 7, 14, 28, 56, 112, 364].map((each) => each * daySeconds),
        values: [[daySeconds, '{D} {MMM}', null, null, null, null, null, null, 1]],
      },
      {
        ...axis,
        size: 56,
        values: (_plot, ticks) => ticks.map((tick) => (tick > 0 ? `+${tick}` : `${tick}`.replace('-', '−'))),
      },
    ],
    bands: [{ series: [1, 2], fill: color('--calm-ground') }],
    series: [
      {},
      { ...bound, label: 'At most' },
      { ...bound, label: 'At least' },
      {
        label: 'Difference',
        stroke: color('--visits') || color('--quiet'),
        width: 2,
        points: { show: true, size: 8 },
      },
    ],
  }
}
