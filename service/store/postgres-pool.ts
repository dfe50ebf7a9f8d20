import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What a pool is for: requests and jobs, or what may take as long as it takes, such as migrations and copies. */
export type PoolUse = 'requests' | 'long work'

const connections: Record<PoolUse, number> = { requests: 10, 'long work': 3 }

/** Where DATABASE_URL does not say it otherwise: `?statement_timeout=` in milliseconds, `?connect_timeout=` in seconds. */
const defaultStatementMs = 15_000
const defaultConnectSeconds = 5
/** A server ends a statement in time. One that has said nothing for so much longer does not answer any more. */
const silentShare = 4 / 3
/** A transaction of a process that went away without a word holds its locks no longer. */
const idleInTransaction = 'SET idle_in_transaction_session_timeout = 60000'
/** To compile a plan takes longer than any of these statements does. */
const withoutJit = 'SET jit = off'

/** Opens a pool of connections that each notice when the server stops answering: nothing waits for it for ever. */
export function openPostgresPool(databaseUrl: string, use: PoolUse): pg.Pool {
  const { connectionString, statementMs, connectMs } = readUrl(databaseUrl)
  const pool = new pg.Pool({
    connectionString,
    max: connections[use],
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    async onConnect(client) {
      // It is told to every query under way as well; without a listener it would end the process.
      client.on('error', () => {})
      if (use === 'long work') return
      cutWhenSilent(client as WatchedClient, statementMs * silentShare)
      // By a statement: poolers refuse what they do not know among the parameters of a start.
      await client.query(`SET statement_timeout = ${statementMs}; ${idleInTransaction}; ${withoutJit}`)
    },
  })
  pool.on('error', () => {})
  return pool
}

/** What pg's types leave out. */
type WatchedClient = pg.ClientBase & {
  connection: { stream: Duplex & SocketTimeout }
  readyForQuery: boolean
}
type SocketTimeout = { setTimeout(ms: number): void }

/**
 * Ends the connection when it waits for an answer and nothing has come for so long. pg's own `query_timeout` leaves it
 * in the pool, where the next statement waits behind the one that is never answered.
 */
function cutWhenSilent(client: WatchedClient, silentMs: number): void {
  const { stream } = client.connection
  stream.setTimeout(silentMs)
  // Each time, not the first time alone, which may be while the connection has nothing to do.
  stream.on('timeout', () => {
    if (!client.readyForQuery)
      stream.destroy(new Error('Connection terminated: the database does not answer'))
  })
}

function readUrl(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const take = (name: string, otherwise: number) => {
    const value = Number(url.searchParams.get(name) ?? otherwise)
    url.searchParams.delete(name)
    return value > 0 ? value : otherwise
  }
  const statementMs = Math.round(take('statement_timeout', defaultStatementMs))
  const connectMs = take('connect_timeout', defaultConnectSeconds) * 1000
  return { connectionString: url.href, statementMs, connectMs }
}
