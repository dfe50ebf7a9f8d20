import type { Duplex } from 'node:stream'
import type { PoolClient } from 'pg'
import type { Service } from '../service.ts'

/** A server that has not answered by then is taken to be gone; what it may have committed is known when it comes again. */
const longestMs = 30_000

/**
 * Runs `work` in a transaction. The embedded database has one connection: who holds it is alone, and `work` writes in
 * one statement, so there it needs none, and a third of the messages to the database's thread are saved.
 */
export async function inTransaction<T>(
  { pool, kind }: Pick<Service, 'pool' | 'kind'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  if (kind === 'pglite') return work(client).finally(() => client.release())
  const timer = setTimeout(() => cut(client), longestMs)
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    await client.query('ROLLBACK').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    clearTimeout(timer)
    client.release(broken)
  }
}

/** Ends the connection below `pg`, so that what waits for an answer fails: it has no time limit for that itself. */
function cut(client: PoolClient): void {
  // pg's types leave `connection` out.
  const { connection } = client as PoolClient & { connection: { stream: Duplex } }
  connection.stream.destroy()
}
