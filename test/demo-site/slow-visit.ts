import type { Browser, Page } from 'playwright'
import { type Frame, recordFilm } from '../support/sight/film.ts'
import { readPage } from '../support/sight/read-page.ts'

/** What a visitor far away, with a slow processor, got to see. */
export interface SlowVisit {
  page: Page
  frames: Frame[]
}

export interface SlowVisitOptions {
  viewport: { width: number; height: number }
}

/** Slow 4G as Lighthouse has it: 150 ms before each answer, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const cpuSlowdown = 4
/** The tags' time-out: a busy machine may need longer than a visitor would wait. How long it takes is for the bench. */
const patienceMs = 20_000

/** Visits a page with an empty cache, and keeps its frames until nothing of it is on its way. */
export async function visitSlowly(
  browser: Browser,
  url: string,
  { viewport }: SlowVisitOptions,
): Promise<SlowVisit> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.addInitScript(waitLong, patienceMs)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const endFilm = await recordFilm(session)
  await page.goto(url)
  await page.evaluate(rest)
  const { timeOrigin } = await page.evaluate(readPage)
  const frames = await endFilm(timeOrigin)
  return { page, frames }
}

/** Runs in the page: waits for the report, for the pictures that are there then, and for half a second of frames. */
async function rest() {
  await window.motif?.ready
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
}

/** Runs in the page before anything else: sets the time-out of its tag. */
function waitLong(timeout: number) {
  window.motifOptions = { timeout }
}
