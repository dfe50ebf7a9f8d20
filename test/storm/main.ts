import { describeFinding, storm } from './storm.ts'

/**
 * `npm run test:long -- storm`: 500 random sequences, or as many as `STORM_RUNS` says, of the seed `STORM_SEED`, which is
 * printed; `STORM_RUN` is the number of one of them alone, or of some (`7`, `100-199`, `7,100-199`). Ends with 1 where one of
 * them found something.
 */
const seed = Number(process.env.STORM_SEED ?? Math.floor(Math.random() * 1e6))
const count = Number(process.env.STORM_RUNS ?? 500)
const runs = (process.env.STORM_RUN ?? `0-${count - 1}`).split(',').flatMap(readRange)

console.log(`${runs.length} sequences of the seed ${seed}`)
const began = performance.now()
const findings = await storm(seed, runs)
for (const finding of findings) console.log(`\n${describeFinding(seed, finding)}`)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`\n${runs.length - findings.length} of ${runs.length} well, in ${seconds} s`)
process.exitCode = findings.length > 0 ? 1 : 0

function readRange(text: string): number[] {
  const [from = 0, to = from] = text.split('-').map(Number)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
