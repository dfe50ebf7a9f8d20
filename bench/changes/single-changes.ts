import type { Browser } from 'playwright'
import type { Applier } from '../apply/applier.ts'
import { domMutator, motif, nothing, plainRevertible } from '../apply/appliers.ts'
import type { ManyElements } from '../apply/many-elements.ts'
import { showSpread } from '../report/numbers.ts'
import type { PartResult, Row } from '../report/row.ts'
import { createSamples, type Samples } from '../report/samples.ts'
import { shopItems } from './shop.ts'

/** A change of the page that no item concerns. */
interface Change {
  selector: string
  attribute: string
  /** The values of the attribute, in turns; empty for `children`. */
  values: string[]
}

const classChange = (name: string): Change => ({
  selector: '#unrelated',
  attribute: 'class',
  values: [name, ''],
})

/** The changes. Class names are words of selectors (`main`, `item-7`), as in real pages, or of none. */
const changes: Record<string, Change> = {
  'of children': { selector: '#unrelated', attribute: 'children', values: [] },
  'of a class `zq`': classChange('zq'),
  'of a class `in`': classChange('in'),
  'of a class `item`': classChange('item'),
  'of an image’s `src`': {
    selector: '#unrelated-image',
    attribute: 'src',
    values: ['/img/shop-2.svg', '/img/shop-1.svg'],
  },
  'of a link’s `href`': {
    selector: '#unrelated-link',
    attribute: 'href',
    values: ['/shop/main?page=2', '/shop/main'],
  },
}

const others = [plainRevertible, domMutator, nothing]
/** Whether an applier runs in this round. dom-mutator takes up to half a minute, so it runs in one round only. */
const isDue = (applier: Applier, round: number) => applier !== domMutator || round === 1
const changeCount = 1000
const itemCount = 1000

/** Measures 1,000 changes of each kind with 1,000 items applied. Each change is delivered to observers before the next one. */
export async function measureSingleChanges(
  browser: Browser,
  many: ManyElements,
  runs: number,
): Promise<PartResult> {
  const times = createSamples()
  for (let round = 0; round <= runs; round++) {
    console.error(`bench: changes, round ${round} of ${runs}`)
    for (const applier of [motif, ...others].filter((one) => isDue(one, round))) {
      const { page } = await many.openApplied(browser, applier, shopItems(itemCount))
      for (const [name, change] of Object.entries(changes)) {
        const tookMs = await page.evaluate(changeAlone, { ...change, count: changeCount })
        if (round) times.add(applier.name, name, tookMs)
      }
      await page.close()
    }
  }
  return { rows: Object.keys(changes).map((name) => rowOf(times, name)), measured: times.all, notes: [] }
}

/** Runs in the page, for each change: makes it, then waits until the microtask of the observers has run. */
async function changeAlone({ selector, attribute, values, count }: Change & { count: number }) {
  const element = document.querySelector(selector) as Element
  // Work that earlier changes have left for the next frame must not count here.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const began = performance.now()
  for (let at = 0; at < count; at++) {
    if (attribute === 'children') element.replaceChildren(document.createElement('i'))
    else element.setAttribute(attribute, values[at % values.length] ?? '')
    await null
  }
  return performance.now() - began
}

function rowOf(times: Samples, change: string): Row {
  const cell = ({ name }: Applier) => [name, showSpread(times.spread(name, change), 'ms')]
  return {
    what: `1,000 unrelated changes ${change}, each delivered alone, 1,000 items`,
    toReach: '≤ 20 ms',
    figures: Object.fromEntries([motif, ...others].map(cell)),
  }
}
