import { parseArgs } from 'node:util'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { randomNumbers } from '../random.ts'
import { judgeRecord, parsePage } from './judge-record.ts'
import { realPages } from './real-pages.ts'
import { hasNestedTargets, randomItems } from './records.ts'
import { openDomJudge } from './same-dom.ts'

/** Takes real pages through the edge, each with random records, whole and cut into chunks of 1, 7 and 1,024 bytes. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1e9)}` },
    pages: { type: 'string', default: '100' },
    records: { type: 'string', default: '20' },
    /** Of these records so many are shown to Chromium, beside what the script makes of the page. */
    shown: { type: 'string', default: '2' },
  },
})
const seed = Number(values.seed)
const counts = { pages: 0, megabytes: 0, records: 0, targets: 0, changed: 0, shown: 0, done: 0, faults: 0 }

const browser = await launchChromium()
const doms = await openDomJudge(browser)

for (const [place, { name, bytes }] of (await realPages(Number(values.pages))).entries()) {
  const page = parsePage(bytes)
  counts.pages++
  counts.megabytes += bytes.length / 1e6
  let shown = 0
  for (let round = 0; round < Number(values.records); round++) {
    const items = randomItems(page.nodes, randomNumbers(seed + place * 1000 + round))
    const { targets, changed, faults } = judgeRecord(page, bytes, items, [1, 7, 1024])
    if (shown < Number(values.shown) && !hasNestedTargets(page.nodes, items)) {
      shown++
      const verdict = await doms.judge(bytes, items)
      counts.shown++
      counts.done += verdict.done
      faults.push(...verdict.faults)
    }
    counts.records++
    counts.targets += targets
    counts.changed += changed
    counts.faults += faults.length
    if (faults.length > 0) console.log(name, `record ${round}`, faults.slice(0, 3), JSON.stringify(items))
  }
}
await doms.close()
await browser.close()
console.log(
  `seed ${seed}: ${JSON.stringify({ ...counts, megabytes: Math.round(counts.megabytes * 10) / 10 })}`,
)
process.exitCode = counts.faults > 0 ? 1 : 0
