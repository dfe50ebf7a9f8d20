import type pg from 'pg'

/** Two views of one pool: statements by `priority` go ahead of all that wait in `pool`. */
export interface Turns {
  pool: pg.Pool
  priority: pg.Pool
}

/**
 * Gives a pool of one connection two queues. Statements that pages wait for go by `priority`: they do not wait behind the
 * hundreds that a campaign has queued, only for the one transaction that is under way.
 */
export function openTurns(pool: pg.Pool): Turns {
  const queues = { priority: [] as (() => void)[], normal: [] as (() => void)[] }
  let isTaken = false
  pool.on('release', freed)

  function freed(): void {
    isTaken = false
    next()
  }

  function next(): void {
    if (isTaken) return
    const go = queues.priority.shift() ?? queues.normal.shift()
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

  function viewOf(queue: (() => void)[]): pg.Pool {
    // A pool's `query` calls its own `connect`, with a callback.
    const connect = (callback?: (error?: Error, client?: pg.PoolClient) => void) => {
      const taken = take(queue)
      if (!callback) return taken
      taken.then((client) => callback(undefined, client), callback)
      return undefined
    }
    return Object.assign(Object.create(pool) as pg.Pool, { connect, end: () => pool.end() })
  }

  return { pool: viewOf(queues.normal), priority: viewOf(queues.priority) }
}
