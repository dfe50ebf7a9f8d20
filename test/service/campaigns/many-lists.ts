import { compareLists } from './random-lists.ts'

/** `npm run test:lists`: 2,000 random lists, beside an independent reader. `SEED` repeats a run. */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
const differences = await compareLists({ seed, count: 2000 })
console.log(`2000 lists from seed ${seed}: ${differences.length} differ`)
for (const difference of differences.slice(0, 20)) console.log(difference)
process.exitCode = differences.length === 0 ? 0 : 1
