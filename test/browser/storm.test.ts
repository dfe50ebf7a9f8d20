import { expect, test } from 'vitest'
import { describeFinding, storm } from '../storm/storm.ts'

// Seconds, and more on a busy machine.
const timeout = 180_000

test('whatever a page, a network and a visitor do, no one is harmed: fifty random sequences', {
  timeout,
}, async () => {
  // The same fifty at each run; `npm run test:long -- storm` draws others.
  const seed = Number(process.env.STORM_SEED ?? 2)
  console.log(`Storm: seed ${seed}`)
  const findings = await storm(
    seed,
    Array.from({ length: 50 }, (_, run) => run),
  )
  expect(findings.map((finding) => describeFinding(seed, finding)).join('\n\n')).toBe('')
})
