/** Chance that can be repeated. */
export interface Chance {
  /** A whole number from 0, less than `limit`. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  /** Whether something happens that happens so often of 100 times. */
  percent(often: number): boolean
}

/** The same numbers for the same seed: mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    percent: (often) => below(100) < often,
  }
}
