import { serveManyElements } from '../apply/many-elements.ts'
import { launchAsVisitor } from '../page/browser.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { measureClassStorm } from './class-storm.ts'
import { shopBody, shopFiles } from './shop.ts'
import { measureSingleChanges } from './single-changes.ts'

const mostRuns = 5
const mostStorms = 3

/** What later changes of a page with personalised content cost. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  const many = await serveManyElements(shopBody(), shopFiles)
  const browser = await launchAsVisitor()
  try {
    const alone = await measureSingleChanges(browser, many, Math.min(runs, mostRuns))
    const storm = await measureClassStorm(browser, many, Math.min(runs, mostStorms))
    return {
      rows: [...alone.rows, ...storm.rows],
      measured: { alone: alone.measured, storm: storm.measured },
      notes: [...alone.notes, ...storm.notes],
    }
  } finally {
    await browser.close()
    await many.close()
  }
}
