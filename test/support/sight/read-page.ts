/** Not in TypeScript's types yet: https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Runs in the page: what the browser itself measured of it; `moved` says what the layout shifts were. */
export async function readPage() {
  const read = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect()
        resolve(list.getEntries())
      })
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), 50)
    })
  const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element?.outerHTML.slice(0, 60) ?? 'what is gone'
  }
  const describe = ({ startTime, value, sources }: LayoutShift) =>
    sources.map(
      ({ node, previousRect, currentRect }) =>
        `${value} at ${Math.round(startTime)} ms: ${nameOf(node)} from ${place(previousRect)} to ${place(currentRect)}`,
    )
  const types = ['layout-shift', 'element', 'largest-contentful-paint', 'longtask']
  const [shifts = [], elements = [], paints = [], tasks = []] = await Promise.all(types.map(read))
  const headline = elements.find((entry) => 'identifier' in entry && entry.identifier === 'headline')
  return {
    timeOrigin: performance.timeOrigin,
    lcpMs: paints.at(-1)?.startTime ?? Number.NaN,
    cls: shifts.reduce((sum, entry) => sum + (entry as LayoutShift).value, 0),
    moved: shifts.flatMap((entry) => describe(entry as LayoutShift)),
    headlineMs:
      (headline as (PerformanceEntry & { renderTime: number }) | undefined)?.renderTime ?? Number.NaN,
    longTasks: tasks.length,
  }
}
