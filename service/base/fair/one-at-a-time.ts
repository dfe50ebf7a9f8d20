/** Runs `work` once all earlier work of its key has ended. */
export type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets work of one key wait in this process, not in the database for a row that is locked: there each would hold a
 * connection, and a crowd of them all connections. Different keys do not wait for each other.
 */
export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<void>>()
  return async (key, work) => {
    const before = last.get(key)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    last.set(key, ended)
    await before
    try {
      return await work()
    } finally {
      if (last.get(key) === ended) last.delete(key)
      end()
    }
  }
}
