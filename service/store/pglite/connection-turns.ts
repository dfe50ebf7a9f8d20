import type pg from 'pg'

/** Ways to the same connections; who comes by `first` goes ahead of all who wait at `pool`. */
export interface Turns {
  pool: pg.Pool
  first: pg.Pool
}

/**
 * Two ways to a pool of one connection. Pages wait for what is asked by `first`: they do not queue behind the hundreds
 * of statements that a campaign has waiting, only behind the one transaction that is under way.
 */
export function openTurns(pool: pg.Pool): Turns {
  const queues = { first: [] as (() => void)[], later: [] as (() => void)[] }
  let isTaken = false
  pool.on('release', freed)

  function freed(): void {
    isTaken = false
    next()
  }

  function next(): void {
    if (isTaken) return
    const go = queues.first.shift() ?? queues.later.shift()
    isTaken = go !== undefined
    go?.()
  }

  async function take(queue: (() => void)[]): Promise<pg.PoolClient> {
    const turn = new Promise<void>((resolve) => queue.push(resolve))
    next()
    await turn
    return pool.connect().catch((error) => {
      freed()
      throw error
    })
  }

  function way(queue: (() => void)[]): pg.Pool {
    // `query` of a pool asks its own `connect`, by a callback.
    const connect = (callback?: (error?: Error, client?: pg.PoolClient) => void) => {
      const taken = take(queue)
      if (!callback) return taken
      taken.then((client) => callback(undefined, client), callback)
      return undefined
    }
    return Object.assign(Object.create(pool) as pg.Pool, { connect, end: () => pool.end() })
  }

  return { pool: way(queues.later), first: way(queues.first) }
}
