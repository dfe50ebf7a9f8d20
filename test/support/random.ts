/** Chance that can be had again: the same seed gives the same run. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number
  /** Whether something of this probability happens. */
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: 32 bits of state are enough to mix requests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('There is nothing to pick from.')
      return from[below(from.length)] as T
    },
  }
}
