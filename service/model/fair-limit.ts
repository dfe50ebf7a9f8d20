import { createHeld, shareOf } from './fair-share.ts'

/** Runs `work` when it is the turn of its key. */
export type FairLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrency to `capacity`, fairly: the key with the fewest running comes next, of several the one whose last
 * turn was longest ago. No key ever holds all places (see `shareOf`).
 */
export function createFairLimit(capacity: number): FairLimit {
  const held = createHeld()
  const waiting = new Map<string, (() => void)[]>()

  function startWaiting(): void {
    for (let key = nextKey(); key !== undefined; key = nextKey()) {
      const queue = waiting.get(key) as (() => void)[]
      const start = queue.shift()
      waiting.delete(key)
      // To the end of the waiting keys.
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
