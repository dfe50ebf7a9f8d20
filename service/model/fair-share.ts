/**
 * How many of `capacity` places one key may hold while other keys hold `others`: four fifths of the rest, so that some
 * stay free for the next key. A single key gets 80 %, two get 44 % each, ten 9 % each.
 * Dynamic thresholds, as switches share their buffers: Choudhury and Hahne, https://doi.org/10.1109/90.664262
 */
export function shareOf(capacity: number, others: number): number {
  return Math.max(1, Math.floor(0.8 * (capacity - others)))
}

/** Counts the places that each key holds. */
export interface Held {
  readonly total: number
  of(key: string): number
  add(key: string, by: 1 | -1): void
  keys(): string[]
}

/** Creates a counter of the places that each key holds. Keys that hold none take no memory. */
export function createHeld(): Held {
  const counts = new Map<string, number>()
  let total = 0
  return {
    get total() {
      return total
    },
    of: (key) => counts.get(key) ?? 0,
    add(key, by) {
      const count = (counts.get(key) ?? 0) + by
      total += by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
    keys: () => [...counts.keys()],
  }
}
