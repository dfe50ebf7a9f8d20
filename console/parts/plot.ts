import uPlot from 'uplot'

/** What a plot shows, and how; computed again whenever it is drawn. */
interface Plotted {
  options: (element: HTMLElement) => uPlot.Options
  data: uPlot.AlignedData
}

/** Draws a plot into an element, and again when its width or the colours change. Returns a function that ends this. */
export function drawPlot(element: HTMLElement, { options, data }: Plotted): () => void {
  const draw = () => new uPlot(options(element), data, element)
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

/** In what all plots are alike, with the colours that are now. Their dates are in UTC. */
export function plotStyle(element: HTMLElement) {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    color,
    axis: {
      stroke: color('--quiet'),
      grid: { stroke: color('--line'), width: 1 },
      ticks: { show: false },
    },
    frame: {
      width: element.clientWidth,
      height: 220,
      legend: { show: false },
      cursor: { y: false, points: { size: 8 } },
      tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    },
  }
}
