import { parseArgs } from 'node:util'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { parsePage } from '../pages/judge-record.ts'
import { hasNestedTargets } from '../pages/records.ts'
import { openDomJudge } from '../pages/same-dom.ts'
import { randomNumbers } from '../random.ts'
import { randomTrickyPage } from '../tricky/pages.ts'
import { randomLandingPage, randomRecord } from './pages.ts'

/**
 * Shows random pages with random records to Chromium, by the edge and the tag, and by the tag alone, from real servers: the DOM, the report,
 * and the DOM after `stop()` have to be the same.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1e9)}` },
    pairs: { type: 'string', default: '200' },
  },
})
const seed = Number(values.seed)
const counts = { pairs: 0, items: 0, done: 0, faults: 0 }
const browser = await launchChromium()
const { judge, close } = await openDomJudge(browser)
const began = performance.now()
for (let one = seed; counts.pairs < Number(values.pairs); one++) {
  const random = randomNumbers(one)
  // Every third is one that parsers may read in another way than browsers.
  const html = random(3) ? randomLandingPage(random) : randomTrickyPage(one).html
  const page = Buffer.from(html)
  const { nodes } = parsePage(page)
  const items = randomRecord(nodes, random)
  if (items.length === 0) continue
  // What becomes of these depends on how much of the page is there when the script comes, so all of it has to be.
  const isDeferred = hasNestedTargets(nodes, items)
  const sizes = [1 + random(40), 1 + random(2000), 1 + random(7)]
  const { done, faults } = await judge(page, items, { sizes, isDeferred })
  counts.pairs++
  counts.items += items.length
  counts.done += done
  counts.faults += faults.length
  if (faults.length > 0)
    console.log(`--seed ${one} --pairs 1`, html, JSON.stringify(items), faults.slice(0, 3))
}
await close()
await browser.close()
console.log(`seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(counts)}`)
process.exitCode = counts.faults > 0 ? 1 : 0
