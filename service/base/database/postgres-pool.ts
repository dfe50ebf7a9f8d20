import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What a pool is for: requests and jobs, or statements without a time limit, as in migrations and backups. */
type PoolUse = 'requests' | 'long work'

const connections: Record<PoolUse, number> = { requests: 10, 'long work': 3 }

/** Defaults for `?statement_timeout=` (milliseconds) and `?connect_timeout=` (seconds) of DATABASE_URL. */
const defaultStatementMs = 15_000
const defaultConnectSeconds = 5
/** Whoever is silent for so many times the limit of statements is dead: a server, or a process inside a transaction. */
const silentShare = 4 / 3
/** Compiling a plan takes longer than any of these statements. */
const withoutJit = 'SET jit = off'

/** Opens a pool whose connections notice when the server stops answering, so that nothing waits for ever. */
export function openPostgresPool(databaseUrl: string, use: PoolUse): pg.Pool {
  const { connectionString, statementMs, connectMs } = readUrl(databaseUrl)
  const pool = new pg.Pool({
    connectionString,
    max: connections[use],
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    async onConnect(client) {
      // Queries under way get the error as well; without a listener it would end the process.
      client.on('error', () => {})
      if (use === 'long work') return
      const silentMs = Math.round(statementMs * silentShare)
      cutWhenSilent(client as WatchedClient, silentMs)
      const idleInTransaction = `SET idle_in_transaction_session_timeout = ${silentMs}`
      // By a statement, because poolers refuse unknown start-up parameters.
      await client.query(`SET statement_timeout = ${statementMs}; ${idleInTransaction}; ${withoutJit}`)
    },
  })
  pool.on('error', () => {})
  return pool
}

type WatchedClient = pg.ClientBase & {
  connection: { stream: Duplex & SocketTimeout }
  readyForQuery: boolean
}
type SocketTimeout = { setTimeout(ms: number): void }

/** Closes a connection on which nothing has come for `silentMs`. pg's own `query_timeout` would leave it in the pool. */
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
