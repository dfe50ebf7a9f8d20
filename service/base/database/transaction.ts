import type { PoolClient } from 'pg'
import type { OpenDatabase } from './database.ts'

/** The pool that connections come from. */
export type Connections = Pick<OpenDatabase, 'pool' | 'kind'>

/** Runs `work` on a connection of its own. The embedded database has only one: meanwhile nobody else uses it. */
export async function onConnection<T>(
  { pool, kind }: Connections,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  if (kind === 'pglite') return work(client).finally(() => client.release())
  try {
    const result = await work(client)
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

/** Runs `work` in a transaction. On the embedded database it needs none, because `work` writes in one statement. */
export async function inTransaction<T>(
  connections: Connections,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  if (connections.kind === 'pglite') return onConnection(connections, work)
  return onConnection(connections, async (client) => {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })
}
