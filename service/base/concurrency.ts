import { setImmediate as afterThisTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Limits how much work of each key runs at once; different keys do not wait for each other. */
export function limitEach(concurrency: number) {
  const limits = new LRUCache<string, LimitFunction>({ max: 10_000 })
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(concurrency)
    limits.set(key, limit)
    return limit(work)
  }
}

interface GroupWork<In, Out> {
  keyOf(one: In): string
  /** Processes the whole group or, where it throws, none of it. Returns the results in the same order. */
  work(group: In[]): Promise<Out[]>
  most: number
}

/**
 * Batches calls: those of one turn of the event loop form a group, and those that come while it is being processed the next
 * one. There is no timer. Where a group fails, each call in it is tried alone.
 */
export function createGroups<In, Out>({ keyOf, work, most }: GroupWork<In, Out>): (one: In) => Promise<Out> {
  type Waiting = PromiseWithResolvers<Out> & { one: In }
  const queues = new Map<string, Waiting[]>()

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    await afterThisTurn()
    while (queue.length > 0) await settle(queue.splice(0, most))
    queues.delete(key)
  }

  async function settle(group: Waiting[]): Promise<void> {
    try {
      const results = await work(group.map(({ one }) => one))
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Out)
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const each of group) await settle([each])
    }
  }

  return (one) => {
    const key = keyOf(one)
    const waiting = { one, ...Promise.withResolvers<Out>() }
    const queue = queues.get(key)
    if (queue) queue.push(waiting)
    else {
      const begun = [waiting]
      queues.set(key, begun)
      void drain(key, begun)
    }
    return waiting.promise
  }
}
