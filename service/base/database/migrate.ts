import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { UserError } from '../words/errors.ts'
import type { Database, OpenDatabase } from './database.ts'
import { createTables } from './migrations/0001-baseline.ts'

type Store = Pick<OpenDatabase, 'db' | 'pool' | 'kind'>

/** Steps towards this version's tables by their names. Each only adds, so that the previous release can run beside it. */
type Migrations = Readonly<Record<string, { up(db: Kysely<unknown>): Promise<void> }>>

/** In the order in which they run; they only move forward. */
export const migrations: Migrations = {
  '0001-baseline': { up: createTables },
}

const lockKey = 5_126_790_331
const lockPollMs = 200

/** Brings the tables up to date and returns the names of the applied migrations. Migrations of a newer version stay. */
export async function migrate({ db, pool, kind }: Store, wanted = migrations): Promise<string[]> {
  if (kind === 'pglite') return applyMissing(db, wanted)
  // A connection that does nothing else polls for the lock and holds it: one that waited for it inside a statement would
  // block `CREATE INDEX CONCURRENTLY` for ever.
  const guard = await pool.connect()
  try {
    const ask = () => guard.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${lockKey}) AS locked`)
    while (!(await ask()).rows[0]?.locked) await wait(lockPollMs)
    return await applyMissing(db, wanted)
  } finally {
    // The end of the connection ends the lock, whatever state it is in.
    guard.release(true)
  }
}

/** Throws a UserError where this version cannot work with the database. A command must not migrate what older replicas serve. */
export async function checkSchema({ db }: Store, wanted = migrations): Promise<void> {
  if ((await findMissing(db, wanted)).length === 0) return
  throw new UserError(
    'the database is that of an older version: start this version of the service on it, or run npm run -s motif -- migrate, and then again',
  )
}

async function findMissing(db: Database, wanted: Migrations): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migration`.execute(db)
  return Object.keys(wanted).filter((name) => !rows.some((row) => row.name === name))
}

async function applyMissing(db: Database, wanted: Migrations): Promise<string[]> {
  await sql`
    CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())`.execute(db)
  const missing = await findMissing(db, wanted)
  for (const name of missing)
    await db.transaction().execute(async (trx) => {
      // A migration knows the tables as they were then, not `Schema`.
      await wanted[name]?.up(trx as unknown as Kysely<unknown>)
      await sql`INSERT INTO migration (name) VALUES (${name})`.execute(trx)
    })
  return missing
}
