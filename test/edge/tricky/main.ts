import { parseArgs } from 'node:util'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { openTrickyJudge } from './in-chromium.ts'
import { judgeTrickyPage } from './judge.ts'
import { plainTrickyPages, randomTrickyPage } from './pages.ts'
import { randomSoup } from './soup.ts'

/** Takes tricky pages through the edge, whole and in chunks of 1, 3 and 17 bytes, and compares with Chromium's elements. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1e9)}` },
    pages: { type: 'string', default: '200' },
    /** Of the pages without chance, every so manieth. */
    each: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const count = Number(values.pages)
const random = Array.from({ length: count }, (_, place) => randomTrickyPage(seed + place))
const soup = Array.from({ length: 5 * count }, (_, place) => randomSoup(seed + place))
const counts = { pages: 0, variants: 0, targets: 0, changed: 0, shadowRoots: 0, faults: 0 }
const browser = await launchChromium()
const began = performance.now()
const { judge } = await openTrickyJudge(browser)
for (const { html, selectors } of [
  ...plainTrickyPages().filter((_, place) => place % Number(values.each) === 0),
  ...random,
  ...soup,
]) {
  const { faults, ...verdict } = await judgeTrickyPage(judge, html, selectors, [1, 3, 17])
  counts.pages++
  counts.variants += verdict.variants
  counts.targets += verdict.targets
  counts.changed += verdict.changed
  counts.shadowRoots += verdict.shadowRoots
  counts.faults += faults.length
  if (faults.length > 0) console.log(JSON.stringify(html), faults.slice(0, 3))
}
await browser.close()
console.log(`seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(counts)}`)
process.exitCode = counts.faults > 0 ? 1 : 0
