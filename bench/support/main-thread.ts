import type { Page } from 'playwright'

/**
 * Measures the processor time of a page's main thread: unlike time by the clock, it does not grow when the machine has
 * other work.
 *
 * @returns milliseconds since the page began, by what the browser counts as tasks
 */
export async function timeMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}
