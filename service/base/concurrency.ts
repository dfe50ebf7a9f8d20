import pLimit, { type LimitFunction } from 'p-limit'

/** Limits how much work of each key runs at once; different keys do not wait for each other. A key without work takes no memory. */
export function limitEach(concurrency: number) {
  const limits = new Map<string, { run: LimitFunction; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? { run: pLimit(concurrency), users: 0 }
    limits.set(key, limit)
    limit.users += 1
    try {
      return await limit.run(work)
    } finally {
      limit.users -= 1
      if (limit.users === 0) limits.delete(key)
    }
  }
}

/** The result of work that may ignore its signal. Rejects with the signal's reason as soon as it aborts. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => {})
  }
}

/** How `createGroups` works. */
interface GroupWork<In, Out> {
  /** Only what has the same key is grouped. */
  keyOf(one: In): string
  /** Processes the whole group or, where it throws, none of it. Returns the results in the same order. */
  work(group: In[]): Promise<Out[]>
  /** The largest group. */
  most: number
}

/**
 * Batches calls: those that come while a group is being processed form the next one, because one statement for twenty
 * rows costs little more than one for a single row. There is no timer: a lone call is processed at once. Where a group
 * fails, each call in it is tried alone, so that a bad one does not fail the others.
 */
export function createGroups<In, Out>({ keyOf, work, most }: GroupWork<In, Out>): (one: In) => Promise<Out> {
  const queues = new Map<string, Waiting<In, Out>[]>()

  async function drain(key: string, queue: Waiting<In, Out>[]): Promise<void> {
    while (queue.length > 0) await settle(queue.splice(0, most))
    queues.delete(key)
  }

  async function settle(group: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await work(group.map(({ one }) => one))
      group.forEach(({ resolve }, at) => {
        resolve(results[at] as Out)
      })
    } catch (error) {
      const [only, ...others] = group
      if (others.length === 0) only?.reject(error)
      else for (const each of group) await settle([each])
    }
  }

  return (one) =>
    new Promise((resolve, reject) => {
      const key = keyOf(one)
      const waiting = queues.get(key)
      if (waiting) {
        waiting.push({ one, resolve, reject })
        return
      }
      const queue = [{ one, resolve, reject }]
      queues.set(key, queue)
      void drain(key, queue)
    })
}

interface Waiting<In, Out> {
  one: In
  resolve(result: Out): void
  reject(error: unknown): void
}
