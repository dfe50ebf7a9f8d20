import type { Browser } from 'playwright'
import type { ContentItem } from '../../wire/record.ts'
import type { Applier } from '../apply/applier.ts'
import { domMutator, motif, nothing } from '../apply/appliers.ts'
import type { ManyElements } from '../apply/many-elements.ts'
import { showSpread, spreadOf } from '../report/numbers.ts'
import type { PartResult, Row } from '../report/row.ts'
import { timeMainThread } from '../support/main-thread.ts'
import { shopItems } from './shop.ts'

/** An applier that observes the changes, and its number of items. */
interface Case {
  name: string
  applier: Applier
  items: ContentItem[]
}

/** An item whose selector has the class that comes and goes. Nothing matches it. */
const aboutClass: ContentItem = { selector: 'main .flickers.shown b', type: 'text', payload: 'Personalised' }

const without: Case = { name: 'no script', applier: nothing, items: [] }
const cases: Case[] = [
  { name: 'no items', applier: motif, items: [] },
  { name: '10 items', applier: motif, items: shopItems(10) },
  { name: '1,000 items', applier: motif, items: shopItems(1000) },
  {
    name: '1,000 items, the class in a selector',
    applier: motif,
    items: [aboutClass, ...shopItems(1000).slice(1)],
  },
]
const peer: Case = { name: 'dom-mutator, 1,000 items', applier: domMutator, items: shopItems(1000) }
/** Five seconds of frames. On a busy machine it takes longer, but the work is the same. */
const frames = 300

/** Measures the main thread's processor time while 200 classes change in each of 300 frames. */
export async function measureClassStorm(
  browser: Browser,
  many: ManyElements,
  runs: number,
): Promise<PartResult> {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < runs; round++) {
    console.error(`bench: changes, classes, round ${round + 1} of ${runs}`)
    for (const one of [without, ...cases, peer])
      times[one.name] = [...(times[one.name] ?? []), await measureCase(browser, many, one)]
  }
  return { rows: cases.map((one) => rowOf(times, one)), measured: times, notes }
}

async function measureCase(browser: Browser, many: ManyElements, { applier, items }: Case): Promise<number> {
  const { page } = await many.openApplied(browser, applier, items)
  const readMs = await timeMainThread(page)
  const beganMs = await readMs()
  await page.evaluate(changeClasses, frames)
  const tookMs = (await readMs()) - beganMs
  await page.close()
  return tookMs
}

/** Runs in the page. */
function changeClasses(frames: number): Promise<void> {
  const elements = document.querySelectorAll('.flickers')
  let left = frames
  return new Promise((resolve) => {
    const change = () => {
      for (const element of elements) element.classList.toggle('shown')
      if (--left) requestAnimationFrame(change)
      else resolve()
    }
    requestAnimationFrame(change)
  })
}

function rowOf(times: Record<string, number[]>, { name }: Case): Row {
  const spread = (of: string) => spreadOf(times[of] ?? [])
  const multiple = spread(name).median / spread(without.name).median
  return {
    what: `200 class changes a frame for 5 s, ${name}`,
    toReach: '≤ 3 × the processor time without Motif',
    figures: {
      Motif: `${showSpread(spread(name), 'ms')} = ${multiple.toFixed(1)} ×`,
      ...Object.fromEntries([without, peer].map((one) => [one.name, showSpread(spread(one.name), 'ms')])),
    },
  }
}

const notes = [
  'A shop’s page of 5,000 elements, with items for its texts, pictures and links. Single changes are timed by the clock until the last is delivered. Changes in each frame are timed by the processor time of the page’s main thread, which other work on the machine does not change.',
]
