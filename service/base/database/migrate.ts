import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { UserError } from '../words/errors.ts'
import { type Database, hasTable, type OpenDatabase } from './database.ts'
import { type Migration, migrations as ours } from './migrations/migrations.ts'

type Store = Pick<OpenDatabase, 'db' | 'pool' | 'kind'>
type Migrations = Readonly<Record<string, Migration>>

/**
 * Brings the tables up to date and returns the names of the applied migrations. Of any number of processes that start
 * together, one does the work. Migrations of a newer version stay: this version works beside it.
 */
export async function migrate(store: Store, migrations: Migrations = ours): Promise<string[]> {
  return withMigrationLock(store, async () => {
    await createTable(store.db)
    const missing = await findMissing(store.db, migrations)
    for (const name of missing) await apply(store, name, migrations[name] as Migration)
    return missing
  })
}

/**
 * Throws a UserError where this version cannot work with the database. It changes nothing, because a command must not
 * migrate a database that older replicas serve.
 */
export async function checkSchema({ db }: Store, migrations: Migrations = ours): Promise<void> {
  if ((await findMissing(db, migrations)).length === 0) return
  throw new UserError(
    'the database is that of an older version: start this version of the service on it, or run npm run -s motif -- migrate, and then again',
  )
}

/** Whether the database has no tables of Motif yet. */
export async function isEmptyDatabase({ db }: Store): Promise<boolean> {
  return !(await hasTable(db, 'migration'))
}

/** The names of all applied migrations, including those of newer versions. */
export async function migrationsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migration ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}

async function findMissing(db: Database, migrations: Migrations): Promise<string[]> {
  const applied = await migrationsOf(db)
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

/** Creates the table that records migrations. */
async function createTable(db: Database): Promise<void> {
  await sql`
    CREATE TABLE IF NOT EXISTS migration (
      name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())`.execute(db)
}

async function apply({ db }: Store, name: string, migration: Migration): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A migration knows the tables of its own time, not those of `Schema`.
    await migration.up(trx as unknown as Kysely<unknown>)
    await sql`INSERT INTO migration (name) VALUES (${name})`.execute(trx)
  })
}

const lockKey = 5_126_790_331
const lockPollMs = 200

/**
 * Runs `work` while no other process migrates. A connection that does nothing else polls for the lock and holds it: one
 * that waited for it inside a statement would block `CREATE INDEX CONCURRENTLY` for ever.
 */
async function withMigrationLock<T>({ pool, kind }: Store, work: () => Promise<T>): Promise<T> {
  if (kind === 'pglite') return work()
  const guard = await pool.connect()
  try {
    const ask = () => guard.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${lockKey}) AS locked`)
    while (!(await ask()).rows[0]?.locked) await wait(lockPollMs)
    return await work()
  } finally {
    // The end of the connection ends the lock, whatever state it is in.
    guard.release(true)
  }
}
