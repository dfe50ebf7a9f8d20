import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright'
import { type Frame, recordFilm } from '../../test/support/sight/film.ts'
import { readPage } from '../../test/support/sight/read-page.ts'
import type { ContentItem } from '../../wire/record.ts'
import { items } from './landing.ts'
import type { Conditions } from './network.ts'

/** The measurements of one visit. */
export interface Visit {
  frames: Frame[]
  /** Which of the four changes were there at the end. */
  changes: string[]
  requests: number
  cls: number
  longTasks: number
}

export const viewport = { width: 1000, height: 700 }

/** How long to wait after the last change for more: tracking, a second reveal. */
const settleMs = 700
/** How long a contender may take. After that the visit is measured as it is. */
const patienceMs = 10_000

/** Makes one visit with an empty cache, until the changes are there or, if none are expected, the page has loaded. */
export async function visit(
  browser: Browser,
  url: string,
  { cpuSlowdown, bitsPerSecond }: Conditions,
  wanted: ContentItem[],
): Promise<Visit> {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await seemVisited(session)
    let requests = 0
    page.on('request', () => requests++)
    const endFilm = await recordFilm(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const downloadThroughput = bitsPerSecond ? bitsPerSecond / 8 : -1
    const unlimited = { offline: false, latency: 0, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', { ...unlimited, downloadThroughput })
    await page.goto(url, { waitUntil: 'commit' })
    const isDone = `document.readyState === 'complete' && (${findChanges})(${JSON.stringify(wanted)}).length === ${wanted.length}`
    await page.waitForFunction(isDone, undefined, { polling: 100, timeout: patienceMs }).catch(() => {})
    await wait(settleMs)
    const { timeOrigin, cls, longTasks } = await page.evaluate(readPage)
    const changes = await page.evaluate(findChanges, items)
    // Frames may arrive in another order than they were shown.
    const frames = (await endFilm(timeOrigin)).toSorted((one, other) => one.atMs - other.atMs)
    return { frames, changes, requests, cls, longTasks }
  } finally {
    await context.close()
  }
}

/** Makes a page's user agent and brands those of a visitor's browser: rivals refuse to work in one that is automated. */
async function seemVisited(session: CDPSession): Promise<void> {
  const version = /\/([\d.]+)/.exec((await session.send('Browser.getVersion')).product)?.[1] ?? ''
  const brands = [{ brand: 'Chromium', version: version.split('.')[0] ?? '' }]
  const device = { platform: 'Linux', platformVersion: '', architecture: 'x86', model: '', mobile: false }
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`,
    userAgentMetadata: { brands, ...device },
  })
}

/** Runs in the page: which of the changes are there. The picture must be loaded. */
function findChanges(wanted: ContentItem[]): string[] {
  const isThere: Record<string, (element: Element, payload: string) => boolean> = {
    text: (element, payload) => element.textContent?.trim() === payload,
    src: (element, payload) =>
      element.getAttribute('src') === payload && (element as HTMLImageElement).naturalWidth > 0,
    href: (element, payload) => element.getAttribute('href') === payload,
    html: (element, payload) => element.innerHTML.trim() === payload,
  }
  return wanted
    .filter(({ selector, type, payload }) => {
      const element = document.querySelector(selector)
      return element && isThere[type]?.(element, payload)
    })
    .map(({ type }) => type)
}
