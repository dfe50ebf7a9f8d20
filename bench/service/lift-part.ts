import { measureLift } from '../lift.ts'
import { showSpread } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'

/** Measures how long the comparison of a campaign with its control group takes, on both databases. */
export async function measure({ isQuick }: PartOptions): Promise<PartResult> {
  const sizes = isQuick ? { people: 2000, visits: 10_000 } : { people: 20_000, visits: 100_000 }
  const measured = await measureLift(sizes)
  const [people, visits] = [sizes.people / 2, sizes.visits].map((count) => count.toLocaleString('en-US'))
  return {
    rows: [
      {
        what: `\`GET …/lift\`, two campaigns of ${people} people, ${visits} visits`,
        toReach: '≤ 200 ms',
        figures: Object.fromEntries(measured.map(({ database, ms }) => [database, showSpread(ms, 'ms')])),
      },
    ],
    measured,
    notes: [],
  }
}
