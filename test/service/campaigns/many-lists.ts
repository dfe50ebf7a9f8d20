import { parseArgs } from 'node:util'
import { compareLists } from './random-lists.ts'

/** `npm run test:long -- lists`: random lists, beside an independent reader. `--seed` repeats a run. */
const { values } = parseArgs({
  options: {
    lists: { type: 'string', default: '2000' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000_000}` },
  },
})
const [seed, count] = [Number(values.seed), Number(values.lists)]
const differences = await compareLists({ seed, count })
console.log(`${count} lists from seed ${seed}: ${differences.length} differ`)
for (const difference of differences.slice(0, 20)) console.log(difference)
process.exitCode = differences.length === 0 ? 0 : 1
