import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { migrationsOf } from '../base/database/migrate.ts'
import { UserError } from '../base/words/errors.ts'
import { openEventDay } from '../events/event-days-sql.ts'

/** A whole database as lines of JSON, table by table. */
export type TransferLine =
  | { motif: 1; migrations: string[] }
  | { table: string }
  | { rows: string[] }
  | { end: true; rows: number }

/**
 * This many rows at most are read or written at once, and not more than this many bytes of UTF-8 if there are several. A single row
 * may have more: two texts of 1,000,000 characters.
 */
export const rowsAtOnce = 500
export const bytesAtOnce = 4_000_000

/**
 * Reads every row of every table, as of one moment, in bounded memory. The embedded database has one connection: all
 * else waits meanwhile.
 */
export async function* readEverything(db: Database): AsyncGenerator<TransferLine> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    // Before anything is read, as that is the moment. Emptying a day, as the archive does, would take it from this reader, too.
    await sql`LOCK TABLE event IN ACCESS SHARE MODE`.execute(trx)
    yield { motif: 1, migrations: await migrationsOf(trx) }
    let count = 0
    for (const table of await tablesOf(trx)) {
      yield { table }
      for await (const rows of rowsOf(trx, table)) {
        count += rows.length
        yield { rows }
      }
    }
    yield { end: true, rows: count }
  } finally {
    // Nothing was written. A caller that stops reading ends it as well.
    await trx.rollback().execute()
  }
}

/**
 * Writes what `readEverything` read into a migrated database that nobody has used yet, in one transaction. Throws a
 * UserError where that is not possible, and once `signal` aborts.
 */
export async function writeEverything(
  db: Database,
  lines: AsyncIterable<TransferLine>,
  signal?: AbortSignal,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await assertEmpty(trx)
    let table = ''
    let count = 0
    let ended = false
    for await (const line of lines) {
      if (signal?.aborted) throw new UserError('stopped')
      if ('motif' in line) await emptyAll(trx, line.migrations)
      else if ('table' in line) table = await knownTable(trx, line.table)
      else if ('end' in line) ended = line.rows === count
      else count += await insert(trx, table, line.rows)
    }
    if (!ended) throw new UserError('the backup is not complete')
    await sql`UPDATE job SET lease = NULL, leased_until = NULL`.execute(trx)
    return count
  })
}

/**
 * The tables of the service, without partitions (their parent has their rows) and those of migrations; each after those
 * that it refers to.
 */
async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    WITH RECURSIVE below AS (
      SELECT oid, relname, 0 AS depth FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> 'migration'
      UNION
      SELECT t.oid, t.relname, below.depth + 1 FROM below
      JOIN pg_constraint k ON k.confrelid = below.oid AND k.contype = 'f' JOIN pg_class t ON t.oid = k.conrelid
    )
    SELECT relname AS name FROM below GROUP BY relname ORDER BY max(depth), relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Reads a table in batches. A second cursor, over the lengths of the same rows, runs ahead, so that a batch is never too long, whatever
 * rows came before: the embedded database has no memory for 500 long ones.
 */
async function* rowsOf(db: Database, table: string): AsyncGenerator<string[]> {
  const from = sql.table(table)
  // A scan that joins another one of the same table would begin in its middle.
  await sql`SELECT set_config('synchronize_seqscans', 'off', true)`.execute(db)
  await sql`DECLARE lengths NO SCROLL CURSOR FOR
    SELECT octet_length(row_to_json(t)::text) AS bytes FROM ${from} t`.execute(db)
  await sql`DECLARE everything NO SCROLL CURSOR FOR
    SELECT row_to_json(t)::text AS row FROM ${from} t`.execute(db)
  for (;;) {
    const lengths = await sql<{ bytes: number }>`FETCH ${sql.lit(rowsAtOnce)} FROM lengths`.execute(db)
    if (lengths.rows.length === 0) break
    for (const count of batchesOf(lengths.rows.map(({ bytes }) => bytes))) {
      const { rows } = await sql<{ row: string }>`FETCH ${sql.lit(count)} FROM everything`.execute(db)
      yield rows.map(({ row }) => row)
    }
  }
  await sql`CLOSE lengths`.execute(db)
  await sql`CLOSE everything`.execute(db)
}

/** How many of these rows, by their lengths in bytes, go into each batch: as many as fit, at least one. */
export function batchesOf(lengths: readonly number[]): number[] {
  const counts: number[] = []
  let bytes = 0
  for (const length of lengths) {
    const last = counts.length - 1
    if (last >= 0 && bytes + length <= bytesAtOnce) {
      counts[last] = (counts[last] ?? 0) + 1
      bytes += length
    } else {
      counts.push(1)
      bytes = length
    }
  }
  return counts
}

/** What people make, by its table. Tokens do not count: the first start of a service makes one. */
const madeByPeople = {
  prospect: 'prospects',
  content: 'content',
  campaign: 'campaigns',
  person: 'people in the directory',
  stored_template: 'templates',
  member: 'members',
  webhook: 'webhooks',
  alert: 'alerts',
  erasure: 'receipts of erasings',
}

async function assertEmpty(db: Database): Promise<void> {
  for (const [table, what] of Object.entries(madeByPeople)) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(db)
    if (rows.length > 0) throw new UserError(`the database has ${what} already: choose an empty one`)
  }
}

/** Empties all tables, for data of this version. */
async function emptyAll(db: Database, migrations: string[]): Promise<void> {
  const own = await migrationsOf(db)
  if (migrations.some((name) => !own.includes(name)))
    throw new UserError('the data has the tables of a newer version of Motif: use that version')
  if (String(migrations) !== String(own))
    throw new UserError('the data has the tables of an older version of Motif: use that one, then upgrade')
  for (const table of (await tablesOf(db)).reverse()) await sql`DELETE FROM ${sql.table(table)}`.execute(db)
}

async function knownTable(db: Database, table: string): Promise<string> {
  if (!(await tablesOf(db)).includes(table)) throw new UserError(`the backup has an unknown table: ${table}`)
  return table
}

async function insert(db: Database, table: string, rows: string[]): Promise<number> {
  if (table === 'event') await openDaysOf(db, rows)
  const into = sql.table(table)
  const columns = await columnsOf(db, table)
  await sql`
    INSERT INTO ${into} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${into}, ${`[${rows.join(',')}]`}::json)`.execute(db)
  return rows.length
}

/** The columns of a table, without generated ones. */
async function columnsOf(db: Database, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(db)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** Creates the partitions that these rows of `event` need. */
async function openDaysOf(db: Database, rows: string[]): Promise<void> {
  const days = new Set(rows.map((row) => (JSON.parse(row) as { day: string }).day))
  for (const day of days) await openEventDay(db, day)
}
