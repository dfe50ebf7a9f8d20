import { launchAsVisitor } from '../page/browser.ts'
import { showSpread } from '../report/numbers.ts'
import type { PartOptions, PartResult, Row } from '../report/row.ts'
import { createSamples, type Samples } from '../report/samples.ts'
import { type Applier, itemsFor } from './applier.ts'
import { domMutator, motif, plain, plainRevertible } from './appliers.ts'
import { serveManyElements } from './many-elements.ts'

const others = [plain, plainRevertible, domMutator]
const counts = [10, 100, 1000]
const elements = 5000

/** Applies items to a page of 5,000 elements. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const many = await serveManyElements(paragraphs())
  const browser = await launchAsVisitor()
  const times = createSamples()
  try {
    for (let round = 0; round <= runs; round++) {
      console.error(`bench: apply, round ${round} of ${runs}`)
      for (const applier of [motif, ...others])
        for (const count of counts) {
          const { page, tookMs } = await many.openApplied(browser, applier, itemsFor(count))
          await page.close()
          if (round) times.add(applier.name, `${count}`, tookMs)
        }
    }
  } finally {
    await browser.close()
    await many.close()
  }
  return { rows: counts.map((count) => rowOf(times, count)), measured: times.all, notes: [] }
}

function rowOf(times: Samples, count: number): Row {
  const spread = ({ name }: Applier) => times.spread(name, `${count}`)
  const multiple = spread(motif).median / spread(plain).median
  return {
    what: `apply ${count.toLocaleString('en-US')} items on ${elements.toLocaleString('en-US')} elements`,
    toReach: count === 1000 ? `≤ 2 × ${plain.name}` : '',
    figures: {
      Motif: `${showSpread(spread(motif), 'ms')} = ${multiple.toFixed(1)} ×`,
      ...Object.fromEntries(others.map((one) => [one.name, showSpread(spread(one), 'ms')])),
    },
  }
}

function paragraphs(): string {
  return Array.from({ length: elements }, (_, at) => `<p id="p${at}">Paragraph ${at}</p>`).join('')
}
