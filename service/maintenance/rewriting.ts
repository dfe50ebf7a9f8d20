import { sql } from 'kysely'
import type { Database, OpenDatabase } from '../base/database/database.ts'

/** Tables whose files still hold deleted data, as an earlier process left them: see `createRewriting`. */
interface StaleTable {
  name: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    stale: StaleTable
  }
}

/**
 * Removes deleted data from the files of the embedded database: see `createRewriting`. A server has its autovacuum, and
 * its files are the concern of its operator.
 */
export interface Rewriting {
  /** Rewrites every table in which rows were deleted since the last time, until `signal` aborts; returns how many. */
  run(signal: AbortSignal): Promise<number>
  /** Stores for the next process which tables are still to be rewritten. */
  finish(): Promise<void>
}

/** Rows of these hold only numbers and ids, and change all the time: they are rewritten for deletions alone. */
const measured = /^(visit|tally|tally_day|event_\d{8})$/

/** A row in `stale` that says that the list is complete: a killed process has not written it. */
const endedWell = ''
const all = '*'

/**
 * A deleted row stays in its page: VACUUM frees the space but leaves the bytes, in the table, in its TOAST table and in
 * the keys of its indexes. Only rewriting the table with its indexes removes them. Samples of its columns are in
 * `pg_statistic`, where ANALYZE leaves those of an empty table. And each row was in the write-ahead log, whose files
 * are deleted after two checkpoints (`wal_recycle=off` keeps them from being reused with their bytes).
 */
export async function createRewriting({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<Rewriting> {
  if (kind === 'postgres') return { run: async () => 0, finish: async () => {} }
  const rewritten = new Map<string, number>()
  let before = await takeStale(db)

  async function findStale(): Promise<TableChanges[]> {
    const isStale = ({ name, changes }: TableChanges) =>
      before.has(all) || before.has(name) || changes > (rewritten.get(name) ?? 0)
    return (await readTables(db)).filter(isStale)
  }

  async function run(signal: AbortSignal): Promise<number> {
    const stale = await findStale()
    for (const [at, { name, changes }] of stale.entries()) {
      if (signal.aborted) return at
      await rewrite(db, name)
      rewritten.set(name, changes)
      before.delete(name)
    }
    if (stale.length > 0) await clearLog(db)
    before = new Set()
    return stale.length
  }

  async function finish(): Promise<void> {
    const names = [endedWell, ...(await findStale()).map(({ name }) => name)]
    await db
      .insertInto('stale')
      .values(names.map((name) => ({ name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  return { run, finish }
}

/** The tables that the previous process left to be rewritten: all, unless it ended cleanly. */
async function takeStale(db: Database): Promise<Set<string>> {
  const names = new Set((await db.selectFrom('stale').select('name').execute()).map(({ name }) => name))
  await db.deleteFrom('stale').execute()
  return names.has(endedWell) ? names : new Set([all])
}

interface TableChanges {
  name: string
  /** Rows that were deleted or replaced since the database was started. */
  changes: number
}

async function readTables(db: Database): Promise<TableChanges[]> {
  // A session publishes its own statistics once a second at most.
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; updated: number; deleted: number }>`
    SELECT relname AS name, n_tup_upd AS updated, n_tup_del AS deleted FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND relname <> 'stale' ORDER BY relname`.execute(db)
  return rows.map(({ name, updated, deleted }) => ({
    name,
    changes: measured.test(name) ? deleted : deleted + updated,
  }))
}

async function rewrite(db: Database, name: string): Promise<void> {
  // Samples of an expression belong to its index.
  await sql`
    DELETE FROM pg_statistic WHERE starelid = ${name}::regclass
      OR starelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ${name}::regclass)`.execute(db)
  await sql`VACUUM (FULL, ANALYZE) ${sql.table(name)}`.execute(db)
}

async function clearLog(db: Database): Promise<void> {
  await sql`VACUUM FULL pg_statistic`.execute(db)
  for (let turn = 0; turn < 2; turn++) {
    await sql`SELECT pg_switch_wal()`.execute(db)
    await sql`CHECKPOINT`.execute(db)
  }
}
