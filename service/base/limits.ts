import pLimit, { type LimitFunction } from 'p-limit'

/** Runs work once there is room for its key. */
type LimitEach = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Limits how much work of each key runs at once; different keys do not wait for each other. A key without work takes no memory. */
export function limitEach(concurrency: number): LimitEach {
  const limits = new Map<string, { run: LimitFunction; users: number }>()
  return async (key, work) => {
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
