import type { Browser, Page } from 'playwright'
import { type Frame, recordFilm } from '../support/sight/film.ts'
import { type OwnContent, watchOwn } from '../support/sight/own-content.ts'
import { readPage } from '../support/sight/read-page.ts'

/** What a visitor far away, with a slow processor, got to see. */
export interface SlowVisit {
  page: Page
  frames: Frame[]
  /** The layout shifts of the visit, added up. */
  shift: number
  /** What moved then. */
  moved: string[]
  /** How many painted frames showed the page's own content, by `selector type`. */
  ownFrames: Record<string, number>
}

export interface SlowVisitOptions {
  viewport: { width: number; height: number }
  /** Content of the page's own that is looked for in every frame. */
  own?: OwnContent[]
  withoutPictures?: boolean
  /** Takes the tag's hiding away, to see that it is seen. */
  withoutHiding?: boolean
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
  { viewport, own = [], withoutPictures, withoutHiding = false }: SlowVisitOptions,
): Promise<SlowVisit> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  if (withoutPictures) await page.route('**/img/*', (route) => route.abort())
  if (withoutHiding) await page.addInitScript(hideNothing)
  await page.addInitScript(waitLong, patienceMs)
  await page.addInitScript(watchOwn(own))
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const endFilm = await recordFilm(session)
  await page.goto(url)
  await page.evaluate(rest)
  const { timeOrigin, cls, moved } = await page.evaluate(readPage)
  const frames = await endFilm(timeOrigin)
  const ownFrames = await page.evaluate(() => window.ownFrames)
  return { page, frames, shift: cls, moved, ownFrames }
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

/** Runs in the page before anything else. */
function hideNothing() {
  const { replaceSync } = CSSStyleSheet.prototype
  CSSStyleSheet.prototype.replaceSync = function () {
    replaceSync.call(this, '')
  }
}
