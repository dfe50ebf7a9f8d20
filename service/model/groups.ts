/** How `createGroups` works. */
export interface GroupWork<In, Out> {
  /** What is done together has the same key. */
  keyOf(one: In): string
  /** Does all of them, or throws and has done none. Gives what came of each, in their order. */
  work(group: In[]): Promise<Out[]>
  /** How many are done together at most. */
  most: number
}

/**
 * Does together what is asked for while the same is being done: on a database a statement for twenty costs little more
 * than one for one. Nobody waits for a timer: what comes alone is done at once. Where a group fails, each of it is done
 * alone, so that one bad one is nobody else's.
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
