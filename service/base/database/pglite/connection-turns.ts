import type pg from 'pg'

/** Two views of one pool: statements by `priority` go ahead of all that wait in `pool`. */
export interface Turns {
  pool: pg.Pool
  priority: pg.Pool
}

/** After so many turns by `priority`, one of those who wait in `pool` has its turn. */
const mostInARow = 4

/**
 * Gives a pool of one connection two queues. Statements that pages wait for go by `priority`: they do not wait behind the
 * hundreds that a campaign has queued, only for the one transaction that is under way. However many visits there are, each
 * fifth turn is one of `pool`: the console answers while events keep coming.
 */
export function openTurns(pool: pg.Pool): Turns {
  const queues = { priority: [] as (() => void)[], normal: [] as (() => void)[] }
  let isTaken = false
  let inARow = 0
  pool.on('release', freed)

  function freed(): void {
    isTaken = false
    next()
  }

  function next(): void {
    if (isTaken) return
    const isTurnOfNormal = queues.normal.length > 0 && (inARow >= mostInARow || queues.priority.length === 0)
    const go = isTurnOfNormal ? queues.normal.shift() : queues.priority.shift()
    inARow = isTurnOfNormal || queues.normal.length === 0 ? 0 : inARow + 1
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
