import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePage } from '../edge/pages/judge-record.ts'
import { hasNestedTargets, randomItems } from '../edge/pages/records.ts'
import { openDomJudge } from '../edge/pages/same-dom.ts'
import { randomNumbers } from '../edge/random.ts'
import { launchChromium } from '../support/browsers/chromium.ts'

const seed = Number(process.env.SEED ?? 11)
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** `npm run test:long -- edge-pages` does so with 100 pages that others have published. */
test.each(['article', 'launch'])(
  'by the edge Chromium has the tree that the script makes of the page %s',
  async (name) => {
    const bytes = readFileSync(`demo-site/pages/${name}/index.html`)
    const { judge, close } = await openDomJudge(browser)
    const { nodes } = parsePage(bytes)
    for (let round = 0, shown = 0; shown < 3; round++) {
      const items = randomItems(nodes, randomNumbers(seed + round))
      if (hasNestedTargets(nodes, items)) continue
      shown++
      expect((await judge(bytes, items)).faults, `SEED=${seed + round}`).toEqual([])
    }
    await close()
  },
)
