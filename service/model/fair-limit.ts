import { createHeld, shareOf } from './fair-share.ts'

/** Runs work once it is the turn of its key. */
export type FairLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets `capacity` works run at once. Who holds the fewest comes next, of several the one whose turn was longest ago; and
 * none holds all places (see `shareOf`), whatever it has waiting.
 */
export function createFairLimit(capacity: number): FairLimit {
  const held = createHeld()
  const waiting = new Map<string, (() => void)[]>()

  function startWaiting(): void {
    for (let key = nextKey(); key !== undefined; key = nextKey()) {
      const queue = waiting.get(key) as (() => void)[]
      const start = queue.shift()
      waiting.delete(key)
      // Behind all others that wait.
      if (queue.length > 0) waiting.set(key, queue)
      held.add(key, 1)
      start?.()
    }
  }

  function nextKey(): string | undefined {
    if (held.total >= capacity) return undefined
    let next: string | undefined
    for (const key of waiting.keys()) {
      const mayHold = held.of(key) < shareOf(capacity, held.total - held.of(key))
      if (mayHold && (next === undefined || held.of(key) < held.of(next))) next = key
    }
    return next
  }

  return async (key, work) => {
    await new Promise<void>((resolve) => {
      waiting.set(key, [...(waiting.get(key) ?? []), resolve])
      startWaiting()
    })
    try {
      return await work()
    } finally {
      held.add(key, -1)
      startWaiting()
    }
  }
}
