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
