/**
 * How many of `capacity` places one key may hold while other keys hold `others`: four fifths of the rest, so that some
 * stay free for the next key. A single key gets 80 %, two get 44 % each, ten 9 % each.
 * Dynamic thresholds, as switches share their buffers: Choudhury and Hahne, https://doi.org/10.1109/90.664262
 */
export function shareOf(capacity: number, others: number): number {
  return Math.max(1, Math.floor(0.8 * (capacity - others)))
}

/** Shares places among keys: see `createShares`. */
export interface Shares {
  /** How many places the key holds. */
  of(key: string): number
  add(key: string, by: 1 | -1): void
  keys(): string[]
  /** Whether the key may hold another place: see `shareOf`. */
  mayAdd(key: string): boolean
  /** The waiting key that gets the next place: the one with the fewest, of several the first; undefined for none. */
  next(waiting: Iterable<string>): string | undefined
}

/** Counts how many of `capacity` places each key holds. Keys that hold none take no memory. */
export function createShares(capacity = Number.POSITIVE_INFINITY): Shares {
  const counts = new Map<string, number>()
  let total = 0
  const of = (key: string) => counts.get(key) ?? 0
  const mayAdd = (key: string) => of(key) < shareOf(capacity, total - of(key))
  return {
    of,
    mayAdd,
    next(waiting) {
      let next: string | undefined
      if (total >= capacity) return next
      for (const key of waiting) if (mayAdd(key) && (next === undefined || of(key) < of(next))) next = key
      return next
    },
    add(key, by) {
      const count = of(key) + by
      total += by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
    keys: () => [...counts.keys()],
  }
}
