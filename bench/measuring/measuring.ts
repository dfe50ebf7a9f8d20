import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { type Site, startSite } from '../../test/support/site.ts'
import { launchAsVisitor, viewport } from '../page/browser.ts'
import { show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult, Row } from '../report/row.ts'
import { timeMainThread } from '../support/main-thread.ts'
import { type Scene, scenes } from './scenes.ts'

const pattern = 'bench'
const forMs = 10_000
const mostRuns = 3
/** The duration that at least must be measured in ten seconds without movement. */
const leastDurationMs = 9000

/** Milliseconds of the main thread in ten seconds, by scene, with and without Motif. */
type Times = Record<string, { measured: number[]; untouched: number[] }>

/** Measures how much of the main thread measuring takes while nothing moves. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const times: Times = {}
  for (let round = 1; round <= Math.min(runs, mostRuns); round++) {
    console.error(`bench: measuring, round ${round} of ${Math.min(runs, mostRuns)}`)
    for (const scene of scenes) {
      const own = times[scene.name] ?? { measured: [], untouched: [] }
      times[scene.name] = own
      // Both at the same time: they are different processes, and one does not add to the other's processor time.
      const [measured, untouched] = await Promise.all([timeOf(scene, true), timeOf(scene, false)])
      own.measured.push(measured)
      own.untouched.push(untouched)
    }
  }
  return { rows: scenes.map((scene) => rowOf(times, scene)), measured: times, notes }
}

async function timeOf(scene: Scene, hasMotif: boolean): Promise<number> {
  const site = await startSite({ pattern, language: 'en', content: [], analytics: scene.analytics })
  const tag = hasMotif ? `<script async src="${site.motif}/snippet.js"></script>` : ''
  site.assets.set('/', { body: `<!doctype html><title>Cards</title>${tag}<body>${scene.body}` })
  const browser = await launchAsVisitor()
  try {
    return await timeVisit(browser, site, hasMotif ? scene : undefined)
  } finally {
    await browser.close()
    await site.close()
  }
}

/** @param expected what must have been measured in the end. Without that the figure would mean nothing. */
async function timeVisit(browser: Browser, site: Site, expected?: Scene): Promise<number> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${site.pages}/?pattern=${pattern}`)
  while (expected && !site.batches.length) await wait(50)
  const readMs = await timeMainThread(page)
  const beganMs = await readMs()
  await wait(forMs)
  const tookMs = (await readMs()) - beganMs
  if (expected) await stopAndCheck(page, site, expected)
  return tookMs
}

async function stopAndCheck(page: Awaited<ReturnType<Browser['newPage']>>, site: Site, scene: Scene) {
  await page.evaluate(() => (window as unknown as { motif: { stop(): void } }).motif.stop())
  const isMeasured = ({ id }: { id: string }) =>
    site.batches
      .flatMap(({ events }) => events)
      .some((event) => event.item === id && 'ms' in event && event.ms >= leastDurationMs)
  for (let tries = 0; tries < 50 && !scene.analytics.every(isMeasured); tries++) await wait(50)
  const lacking = scene.analytics.filter((item) => !isMeasured(item)).map(({ id }) => id)
  if (lacking.length) throw new Error(`${scene.name}: not measured for 9 s: ${lacking.join(', ')}`)
}

function rowOf(times: Times, { name }: Scene): Row {
  const { measured = [], untouched = [] } = times[name] ?? {}
  const without = spreadOf(untouched)
  const added = spreadOf(measured.map((tookMs) => tookMs - without.median))
  return {
    what: `10 s of measuring ${name}`,
    toReach: '≤ 200 ms',
    figures: { Motif: showSpread(added, 'ms'), 'the page without Motif': show(without.median, 'ms') },
  }
}

const notes = [
  'All elements are in a viewport of 1,000 × 700; the items are durations. The figure is the processor time that Motif adds to the main thread. The run checks that every item was measured for at least 9 s.',
]
