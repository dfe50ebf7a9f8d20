import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/**
 * Frees the space of deleted rows in the tables that have changed, and returns how many those were. The embedded database
 * does not do so by itself, as a server does. No statement waits long: nothing is rewritten.
 */
export async function vacuumChanged(db: Database, signal: AbortSignal): Promise<number> {
  // A session publishes its own statistics once a second at most.
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND n_mod_since_analyze > 0 ORDER BY relname`.execute(db)
  for (const [at, { name }] of rows.entries()) {
    if (signal.aborted) return at
    await sql`VACUUM (ANALYZE) ${sql.table(name)}`.execute(db)
  }
  return rows.length
}

/**
 * Removes erased people from the files of the embedded database, if somebody was erased since the last time. Returns how
 * many tables were rewritten.
 *
 * A deleted row stays in its page: VACUUM frees the space but leaves the bytes, in the table, in its TOAST table and in
 * the keys of its indexes. Only rewriting the table with its indexes removes them. Samples of its columns are in
 * `pg_statistic`, where ANALYZE leaves those of an empty table. And each row was in the write-ahead log, whose files
 * are deleted after two checkpoints (`wal_recycle=off` keeps them from being reused with their bytes).
 */
export async function rewriteErased(db: Database, signal: AbortSignal): Promise<number> {
  const { rows: erasures } = await sql<{ id: string }>`SELECT id FROM erasure WHERE in_files`.execute(db)
  if (erasures.length === 0) return 0
  const tables = await tablesOfPeople(db)
  for (const [at, name] of tables.entries()) {
    if (signal.aborted) return at
    await rewrite(db, name)
  }
  await clearLog(db)
  await sql`DELETE FROM stale WHERE name = ANY (${tables}::text[])`.execute(db)
  await sql`
    UPDATE erasure SET in_files = false WHERE id = ANY (${erasures.map(({ id }) => id)}::text[])`.execute(db)
  return tables.length
}

/** All tables; of the days of events only those in which events were deleted (`delete_events` notes them in `stale`). */
async function tablesOfPeople(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND (relname !~ '^event(_|$)' OR relname IN (SELECT name FROM stale))
    ORDER BY relname`.execute(db)
  return rows.map(({ name }) => name)
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
