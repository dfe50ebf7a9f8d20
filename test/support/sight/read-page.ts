/** Runs in the page: what the browser itself measured of it. */
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
  const types = ['layout-shift', 'element', 'largest-contentful-paint', 'longtask']
  const [shifts = [], elements = [], paints = [], tasks = []] = await Promise.all(types.map(read))
  const headline = elements.find((entry) => 'identifier' in entry && entry.identifier === 'headline')
  return {
    timeOrigin: performance.timeOrigin,
    lcpMs: paints.at(-1)?.startTime ?? Number.NaN,
    cls: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
    headlineMs:
      (headline as (PerformanceEntry & { renderTime: number }) | undefined)?.renderTime ?? Number.NaN,
    longTasks: tasks.length,
  }
}
