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
  const shifts = (await read('layout-shift')) as (PerformanceEntry & { value: number })[]
  const headline = (await read('element')) as (PerformanceEntry & {
    renderTime: number
    identifier: string
  })[]
  return {
    timeOrigin: performance.timeOrigin,
    lcpMs: (await read('largest-contentful-paint')).at(-1)?.startTime ?? Number.NaN,
    cls: shifts.reduce((sum, { value }) => sum + value, 0),
    headlineMs: headline.find(({ identifier }) => identifier === 'headline')?.renderTime ?? Number.NaN,
    longTasks: (await read('longtask')).length,
  }
}
