import { type Spread, spreadOf } from './numbers.ts'

/** What was measured, run by run: values of somebody in something. */
export interface Samples {
  add(who: string, what: string, value: number): void
  /** All `NaN` where nothing was added. */
  spread(who: string, what: string): Spread
  /** By who, then by what, for `results.json`. */
  all: Record<string, Record<string, number[]>>
}

/** Samples to add to. */
export function createSamples(): Samples {
  const all: Samples['all'] = {}

  function add(who: string, what: string, value: number) {
    const own = all[who] ?? {}
    all[who] = own
    own[what] = [...(own[what] ?? []), value]
  }

  return { add, spread: (who, what) => spreadOf(all[who]?.[what] ?? []), all }
}
