import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { lockDataDir, openPrivateFolder, tightenBelow } from './pglite/data-dir.ts'
import { openPglitePool } from './pglite/pool.ts'
import { openPostgresPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { againWhenLost } from './unavailable.ts'

export type Database = Kysely<Schema>

interface Access {
  db: Database
  /** The pool below Kysely, for the few hot statements that are prepared by name. */
  pool: pg.Pool
}

/** The open database: the same SQL on the embedded one and on a server. */
export interface OpenDatabase extends Access {
  kind: 'pglite' | 'postgres'
  /** For long statements: others are cancelled after 15 s. */
  longRunning: Access
  /** For statements that a page waits for: on the embedded database they go first. */
  priority: Access
  close(): Promise<void>
}

/** Opens PostgreSQL where `databaseUrl` is set, else PGlite in `dataDir`, which it locks. It does not migrate. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> {
  return config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)
}

/** The time by the clock of the database, in milliseconds since 1970. */
export async function databaseNow(db: Database): Promise<number> {
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(db)
  return rows[0]?.now.getTime() ?? Number.NaN
}

function openPostgres(databaseUrl: string): OpenDatabase {
  const requests = accessBy(openPostgresPool(databaseUrl, 'requests'))
  const longRunning = accessBy(openPostgresPool(databaseUrl, 'long work'))
  const close = async () => void (await Promise.all([requests.pool.end(), longRunning.pool.end()]))
  return { ...requests, kind: 'postgres', longRunning, priority: requests, close }
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const isOnDisk = dataDir !== 'memory'
  if (isOnDisk) openPrivateFolder(dataDir)
  const unlock = isOnDisk ? lockDataDir(dataDir) : () => {}
  try {
    if (isOnDisk) tightenBelow(dataDir)
    const { pool, priority, close: end } = await openPglitePool(dataDir)
    const access = accessBy(pool)
    const close = () => end().finally(unlock)
    return { ...access, kind: 'pglite', longRunning: access, priority: accessBy(priority), close }
  } catch (error) {
    unlock()
    throw error
  }
}

function accessBy(pool: pg.Pool): Access {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  // A lone SELECT whose connection is lost is asked again. Statements of a transaction have an executor of their own.
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) =>
    /^\s*SELECT\b/i.test(query.sql) ? againWhenLost(() => execute(query)) : execute(query)
  return { db, pool }
}

// Counts are far below 2^53, so they are numbers. Days are strings: a Date would carry a time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Stores something more about what was made, in the same transaction. */
export type InTransaction<T> = (trx: Database, made: T) => Promise<void>
