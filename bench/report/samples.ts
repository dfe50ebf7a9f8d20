import { type Spread, spreadOf } from './numbers.ts'

/** Measured values of each contender (`who`) for each figure (`what`), run by run. */
export interface Samples {
  add(who: string, what: string, value: number): void
  /** All `NaN` if nothing was added. */
  spread(who: string, what: string): Spread
  /** By contender, then by figure, for `results.json`. */
  all: Record<string, Record<string, number[]>>
}

/** Creates empty samples. */
export function createSamples(): Samples {
  const all: Samples['all'] = {}

  function add(who: string, what: string, value: number) {
    const own = all[who] ?? {}
    all[who] = own
    own[what] = [...(own[what] ?? []), value]
  }

  return { add, spread: (who, what) => spreadOf(all[who]?.[what] ?? []), all }
}
