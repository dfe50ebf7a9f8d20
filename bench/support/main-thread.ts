import type { Page } from 'playwright'

/**
 * Measures the processor time of a page's main thread. Unlike time by the clock, it does not grow if the machine has other work.
 *
 * @returns a function that returns the milliseconds since the page began, as the browser counts tasks
 */
export async function timeMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}
