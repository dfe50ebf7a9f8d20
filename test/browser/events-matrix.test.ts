import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Answer, accept, type Collector, lostOf, startCollector } from '../support/collector.ts'
import { arrive, eventually, servePages } from '../support/events-visit.ts'
import { readAlong, type Transport, transports, type Way, ways } from '../support/leave.ts'

/**
 * How often each way of leaving is tried with each transport: `npm run test:long -- delivery` tries 20 times. Otherwise once,
 * with the least that a browser may have and with the most.
 */
const tries = Number(process.env.DELIVERY_TRIES ?? 1)
const tried = (Object.keys(transports) as Transport[]).filter(
  (_, at, { length }) => tries > 1 || at % (length - 1) === 0,
)

const analytics: AnalyticsItem[] = [
  { id: 'seen', selector: '#first', type: 'view' },
  { id: 'read', selector: '#first', type: 'duration' },
  { id: 'way', selector: '#away', type: 'click' },
]

/** What became of one visit: how many numbers it gave out, which are stored, and how many are said to be lost. */
interface Outcome {
  given: number
  stored: number[]
  lost: number
  /** Numbers that arrived, whether the collector failed them or not. */
  arrived: number[]
  /** Whether a batch was taken that knew of all numbers. */
  isTold: boolean
}

let browser: Browser
/** Keeps pages for the way back. */
let remembering: Browser
let collector: Collector
const sums = new Map<string, { visits: number; given: number; stored: number; lost: number }>()

beforeAll(async () => {
  browser = await launchChromium()
  remembering = await launchChromium({ hasBackForwardCache: true })
  collector = await startCollector()
  // 30 % fail: half with a status, half with the connection.
  collector.answer = (): Answer => {
    const luck = Math.random()
    return luck < 0.15 ? { status: 503 } : luck < 0.3 ? 'cut' : accept
  }
})

afterAll(async () => {
  if (tries > 1) console.table(Object.fromEntries(sums))
  await browser.close()
  await remembering.close()
  await collector.close()
})

describe('of a visit that is left while the collector fails 30 % of the requests', () => {
  for (const transport of tried) {
    for (const way of Object.keys(ways) as Way[]) {
      test.concurrent(
        `by ${way}, by ${transport}, every event is stored once or said to be lost`,
        async () => {
          for (let attempt = 0; attempt < tries; attempt++) {
            const outcome = await leaveOnce(way, transport)
            note(way, transport, outcome)
            expectAll(way, transport, outcome)
          }
        },
        60_000 + tries * 60_000,
      )
    }
  }
})

function note(way: Way, transport: Transport, { given, stored, lost }: Outcome) {
  const cell = `${way}, ${transport}`
  const sum = sums.get(cell) ?? { visits: 0, given: 0, stored: 0, lost: 0 }
  sums.set(cell, {
    visits: sum.visits + 1,
    given: sum.given + given,
    stored: sum.stored + stored.length,
    lost: sum.lost + lost,
  })
}

async function leaveOnce(way: Way, transport: Transport): Promise<Outcome> {
  const { hasLater, storage } = transports[transport]
  const pattern = randomBytes(16).toString('base64url')
  collector.records.set(pattern, { pattern, language: 'en', content: [], analytics })
  const pages = await servePages(collector.origin, { storage })
  const context = await (way === 'back and forward' ? remembering : browser).newContext()
  await context.addInitScript(readAlong, hasLater)
  const url = `${pages.origin}/leave.html?pattern=${pattern}`
  const { visit, last } = await visitAndLeave(context, url, way)
  const given = last + (way === 'link' ? 1 : 0)
  if (storage === 'local') await arrive(await context.newPage(), url)
  await settle(visit, given, storage === 'local' ? 45_000 : 3000)
  await context.close()
  await pages.close()
  return outcomeOf(visit, given)
}

/** Comes, looks, clicks without leaving, and leaves at a time of chance. */
async function visitAndLeave(context: BrowserContext, url: string, way: Way) {
  const page = await context.newPage()
  await page.addInitScript(() => {
    document.addEventListener('motif:view', () => document.documentElement.setAttribute('viewed', ''))
  })
  await arrive(page, url)
  await page.waitForSelector('[viewed]', { state: 'attached' })
  await page.click('#away', { button: 'middle', noWaitAfter: true })
  await wait(Math.random() * 500)
  const given = (await page.evaluate(() => window.given)) ?? { visit: '', last: 0 }
  const elsewhere = new URL('/screens.html', url).href
  await ways[way]({ page, elsewhere, setOffline: (isOffline) => context.setOffline(isOffline) })
  return given
}

/** Waits until everything is stored, or for so long as it may take. */
async function settle(visit: string, given: number, longestMs: number) {
  const isStored = () => collector.visits.get(visit)?.events.size === given
  await eventually(isStored, longestMs).catch(() => {})
}

function outcomeOf(visit: string, given: number): Outcome {
  const stored = collector.visits.get(visit)
  const arrivals = collector.arrivals.filter(({ batch }) => batch.visit === visit)
  return {
    given,
    stored: ascending(stored?.events.keys() ?? []),
    lost: stored ? lostOf(stored) : 0,
    arrived: ascending(new Set(arrivals.flatMap(({ batch }) => batch.events.map(({ seq }) => seq)))),
    isTold: arrivals.some(({ answer, batch }) => answer === accept && batch.last === given),
  }
}

const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)

function expectAll(way: Way, transport: Transport, { given, stored, lost, arrived, isTold }: Outcome) {
  const { hasLater, storage } = transports[transport]
  const all = Array.from({ length: given }, (_, index) => index + 1)
  expect(all).toEqual(expect.arrayContaining(stored))
  // Storage delivers in the end whatever the collector refused before.
  if (storage === 'local') {
    expect({ stored, lost }).toEqual({ stored: all, lost: 0 })
    return
  }
  // Of a page that is gone nothing is tried again; but all of it was sent once, unless it had no time or no network.
  if (way !== 'offline' && (hasLater || way !== 'crash')) expect(arrived).toEqual(all)
  // What the collector failed then is known to be lost, as soon as it has heard of it.
  if (isTold) expect(stored.length + lost).toBe(given)
  else expect(stored.length + lost).toBeLessThanOrEqual(given)
}
