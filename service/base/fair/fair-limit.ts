import { createShares } from './fair-share.ts'

/** Runs `work` when it is the turn of its key. */
type FairLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrency to `capacity`, fairly: the key with the fewest running comes next, of several the one whose last
 * turn was longest ago. No key ever holds all places (see `shareOf`).
 */
export function createFairLimit(capacity: number): FairLimit {
  const held = createShares(capacity)
  const waiting = new Map<string, (() => void)[]>()

  function startWaiting(): void {
    for (let key = held.next(waiting.keys()); key !== undefined; key = held.next(waiting.keys())) {
      const queue = waiting.get(key) as (() => void)[]
      const start = queue.shift()
      waiting.delete(key)
      // To the end of the waiting keys.
      if (queue.length > 0) waiting.set(key, queue)
      held.add(key, 1)
      start?.()
    }
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
