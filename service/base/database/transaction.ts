import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database, OpenDatabase } from './database.ts'
import { isConnectionLost, lostPauseMs } from './unavailable.ts'

/** Runs `work` in a transaction. On the embedded database it needs none: there is one connection, and `work` writes in one statement. */
export async function inTransaction<T>(
  { pool, kind }: Pick<OpenDatabase, 'pool' | 'kind'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  if (kind === 'pglite') return work(client).finally(() => client.release())
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is discarded.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (reason: Error) => client.release(reason),
    )
    throw error
  }
}

/** SQLSTATEs after which work is done again: a deadlock, a serialization failure, a parent row that was just deleted. */
const retriedStates = new Set(['40P01', '40001', '23503'])
const maxTries = 5

/** Another transaction has done something meanwhile: `transact` does the work again, and finds what that one did. */
export class InTheWay extends Error {
  readonly code = '40001'
}

/** Whether work that failed with this error may succeed if it is done again at once. */
export function isRetried(error: unknown): boolean {
  return retriedStates.has((error as { code?: string }).code ?? '')
}

/**
 * Runs `work` in a transaction, again if another transaction was in its way, or if its connection was lost before the
 * commit. If the answer to the commit itself is lost, it throws: the work may be done.
 */
export async function transact<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
  triesLeft = maxTries,
): Promise<T> {
  let isCommitting = false
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx)
      isCommitting = true
      return result
    })
  } catch (error) {
    const mayRepeat = isRetried(error) || (isConnectionLost(error) && !isCommitting)
    if (triesLeft <= 1 || !mayRepeat) throw error
    if (isConnectionLost(error)) await wait(lostPauseMs)
    return transact(db, work, triesLeft - 1)
  }
}
