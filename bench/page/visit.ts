import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'
import { type Frame, recordFilm } from '../../test/support/sight/film.ts'
import { readPage } from '../../test/support/sight/read-page.ts'
import type { ContentItem } from '../../wire/record.ts'
import { seemVisited, viewport } from './browser.ts'
import { findChanges, items } from './changes.ts'
import type { Conditions } from './network.ts'

/** The measurements of one visit. */
export interface Visit {
  frames: Frame[]
  /** Which of the four changes were there at the end. */
  changes: string[]
  requests: number
  /** Bytes over the network, including headers. */
  bytes: number
  lcpMs: number
  cls: number
  /** First paint of the headline by Element Timing, with any text. */
  headlineMs: number
  scriptMs: number
  taskMs: number
  longTasks: number
  /** Uncaught errors in the page, including React's for a failed hydration. */
  errors: number
}

/** How long to wait after the last change for more: tracking, a second reveal. */
const settleMs = 700
/** How long a contender may take. After that the visit is measured as it is. */
const patienceMs = 10_000

/** Makes one visit with an empty cache, until the changes are there or, if none are expected, the page has loaded. */
export async function visit(
  browser: Browser,
  url: string,
  { cpuSlowdown }: Conditions,
  wanted: ContentItem[] = items,
): Promise<Visit> {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await seemVisited(session)
    let errors = 0
    page.on('pageerror', () => errors++)
    const traffic = await countTraffic(session)
    const endFilm = await recordFilm(session)
    // Processor time of the thread, so that other work of the machine does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(url, { waitUntil: 'commit' })
    await whenDone(page, wanted)
    await wait(settleMs)
    const { timeOrigin, moved, ...read } = await page.evaluate(readPage)
    const changes = await page.evaluate(findChanges, items)
    // Frames may arrive in another order than they were shown.
    const frames = (await endFilm(timeOrigin)).toSorted((one, other) => one.atMs - other.atMs)
    return { frames, changes, errors, ...traffic, ...read, ...(await readTimes(session)) }
  } finally {
    await context.close()
  }
}

async function whenDone(page: Page, wanted: ContentItem[]): Promise<void> {
  const isDone = `document.readyState === 'complete' && (${findChanges})(${JSON.stringify(wanted)}).length === ${wanted.length}`
  await page.waitForFunction(isDone, undefined, { polling: 100, timeout: patienceMs }).catch(() => {})
}

async function countTraffic(session: CDPSession) {
  const traffic = { requests: 0, bytes: 0 }
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) traffic.requests++
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return traffic
}

async function readTimes(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  const milliseconds = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return { scriptMs: milliseconds('ScriptDuration'), taskMs: milliseconds('TaskDuration') }
}
