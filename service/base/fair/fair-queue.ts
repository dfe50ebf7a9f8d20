/** Some items of one key that are worked on together. */
export interface Turn<T> {
  key: string
  items: T[]
}

/** What waits for a worker, or for several: see `createFairQueue`. */
interface FairQueue<T> {
  /** Adds an item to those of its key. Returns false where too many of that key wait. */
  add(key: string, item: T): boolean
  /**
   * Begins the next turn. `lengthOf` says how many of the key's items, which come first, it takes, and `may` which keys can
   * have it; default: all.
   */
  begin(lengthOf: (items: readonly T[]) => number, may?: (key: string) => boolean): Turn<T> | undefined
  /** Whether something of such a key waits. */
  has(may: (key: string) => boolean): boolean
  /** Ends a turn that took `cost`; what is left of it comes first in the key's next turn. */
  end(key: string, cost: number, left?: T[]): void
  /** Takes out everything that waits. */
  clear(): T[]
  readonly size: number
}

interface FairQueueOptions {
  /** The most items of one key that may wait. */
  mostWaiting(key: string): number
  /** How much a key may have that had less than the others, before they have their turns again. */
  credit: number
}

/**
 * Queues items by key. The next turn goes to the key that has had the least: whoever has much to do, and whatever it
 * costs, another key with little to do waits only for the turn that is under way. A key that was away is owed no more
 * than `credit`. (After start-time fair queueing: Goyal, Vin and Cheng, https://doi.org/10.1109/90.649569)
 */
export function createFairQueue<T>({ mostWaiting, credit }: FairQueueOptions): FairQueue<T> {
  const waiting = new Map<string, T[]>()
  /** What each key has had, as the point in the time of the queue at which its next turn is due. */
  const due = new Map<string, number>()
  let now = 0

  const dueOf = (key: string) => Math.max(now - credit, due.get(key) ?? 0)

  function next(may: (key: string) => boolean): string | undefined {
    let first: string | undefined
    for (const key of waiting.keys())
      if (may(key) && (first === undefined || dueOf(key) < dueOf(first))) first = key
    return first
  }

  return {
    add(key, item) {
      const items = waiting.get(key) ?? []
      if (items.length >= mostWaiting(key)) return false
      items.push(item)
      waiting.set(key, items)
      return true
    },
    has: (may) => next(may) !== undefined,
    begin(lengthOf, may = () => true) {
      const key = next(may)
      if (key === undefined) return undefined
      const items = waiting.get(key) ?? []
      const taken = items.splice(0, lengthOf(items))
      waiting.delete(key)
      // To the end: of those that have had the same, the others come first.
      if (items.length > 0) waiting.set(key, items)
      now = Math.max(now, dueOf(key))
      return { key, items: taken }
    },
    end(key, cost, left = []) {
      if (left.length > 0) waiting.set(key, [...left, ...(waiting.get(key) ?? [])])
      due.set(key, dueOf(key) + cost)
      for (const [known, at] of due) if (at <= now - credit && !waiting.has(known)) due.delete(known)
    },
    clear() {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
    get size() {
      return [...waiting.values()].reduce((sum, items) => sum + items.length, 0)
    },
  }
}
