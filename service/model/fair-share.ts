/**
 * The most that one may hold of `capacity` places while others hold `others` of them: four fifths of what they leave,
 * so that places stay free for who comes next. Alone it is four fifths, of two each has 44 %, of ten 9 %.
 * Dynamic thresholds, as switches share their buffers: Choudhury and Hahne, https://doi.org/10.1109/90.664262
 */
export function shareOf(capacity: number, others: number): number {
  return Math.max(1, Math.floor(0.8 * (capacity - others)))
}

/** Counts what is held by key. */
export interface Held {
  readonly total: number
  of(key: string): number
  add(key: string, by: 1 | -1): void
  keys(): string[]
}

/** Creates a count of what is held by key. Keys that hold nothing take no memory. */
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
