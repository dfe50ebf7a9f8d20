import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { lockDataDir } from './pglite/lock.ts'
import { openPglitePool } from './pglite/pool.ts'
import { openPrivateFolder, tightenBelow } from './pglite/private-folder.ts'
import { openPostgresPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** The open database: the same SQL on the embedded one and on a server. */
export interface OpenDatabase {
  db: Database
  /** The pool below Kysely, for the few hot statements that are prepared by name. */
  pool: pg.Pool
  kind: 'pglite' | 'postgres'
  /** The same database for long statements: elsewhere they are cancelled after 15 s. */
  patient: { db: Database; pool: pg.Pool }
  /** The same database for what a page waits for: on the embedded one these statements go first. */
  first: { db: Database; pool: pg.Pool }
  close(): Promise<void>
}

/** Opens PostgreSQL where `databaseUrl` is set, else PGlite in `dataDir`, which it locks. It does not migrate. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> {
  return config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)
}

/** Whether the database answers. */
export async function isAnswering(db: Database): Promise<boolean> {
  return sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Whether a table exists. */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    SELECT to_regclass(${name}) IS NOT NULL AS "isThere"`.execute(db)
  return rows[0]?.isThere ?? false
}

function openPostgres(databaseUrl: string): OpenDatabase {
  const pool = openPostgresPool(databaseUrl, 'requests')
  const longPool = openPostgresPool(databaseUrl, 'long work')
  const patient = { db: kyselyOn(longPool), pool: longPool }
  const close = async () => void (await Promise.all([pool.end(), longPool.end()]))
  const first = { db: kyselyOn(pool), pool }
  return { ...first, kind: 'postgres', patient, first, close }
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const isOnDisk = dataDir !== 'memory'
  if (isOnDisk) openPrivateFolder(dataDir)
  const unlock = isOnDisk ? lockDataDir(dataDir) : () => {}
  try {
    if (isOnDisk) tightenBelow(dataDir)
    const { pool, first, close } = await openPglitePool(dataDir)
    const db = kyselyOn(pool)
    return {
      db,
      pool,
      kind: 'pglite',
      patient: { db, pool },
      first: { db: kyselyOn(first), pool: first },
      close: () => close().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function kyselyOn(pool: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

// Counts are far below 2^53, so they are numbers. Days are strings: a Date would carry a time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
