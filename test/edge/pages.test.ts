import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judgeRecord, parsePage } from './pages/judge-record.ts'
import { randomItems } from './pages/records.ts'
import { randomNumbers } from './random.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))

/** `npm run test:long -- edge-pages` takes 100 pages that others have published. */
test.each(['app', 'article', 'launch'])(
  'random records change their targets in the page %s and not a byte more, however it is cut',
  (name) => {
    const bytes = readFileSync(`demo-site/pages/${name}/index.html`)
    for (let round = 0; round < 5; round++) {
      const page = parsePage(bytes)
      const items = randomItems(page.nodes, randomNumbers(seed + round))
      expect(judgeRecord(page, bytes, items, [1, 7, 1024]).faults, `SEED=${seed + round}`).toEqual([])
    }
  },
)
