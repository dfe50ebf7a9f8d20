import { setImmediate as afterThisTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { isUnavailable } from './database/unavailable.ts'

/** Limits how much work of each key runs at once; different keys do not wait for each other. */
export function limitEach(concurrency: number) {
  const limits = new LRUCache<string, LimitFunction>({ max: 10_000 })
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(concurrency)
    limits.set(key, limit)
    return limit(work)
  }
}

/** What the work resolves to, or undefined if it takes longer; it goes on all the same. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

interface GroupWork<In, Out> {
  keyOf(one: In): string
  /** Processes the whole group or, where it throws, none of it. Returns the results in the same order. */
  work(group: In[]): Promise<Out[]>
  most: number
}

/**
 * Batches calls: those of one turn of the event loop form a group, those that come while it is processed the next one. That is
 * begun before the first is answered. Where a group fails, each call is tried alone, unless the database is away.
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
      for (const [at, { resolve }] of group.entries()) setImmediate(resolve, results[at] as Out)
    } catch (error) {
      if (group.length > 1 && !isUnavailable(error as Error)) for (const each of group) await settle([each])
      else for (const { reject } of group) reject(error)
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
