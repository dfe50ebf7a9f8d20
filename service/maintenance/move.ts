import { sql } from 'kysely'
import { type Command, readArguments } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import { openStore } from '../base/store.ts'
import { UserError } from '../base/words/errors.ts'
import { readConfig } from '../config.ts'
import { openEventDay } from '../events/event-days-sql.ts'

/** All users of a machine can read the arguments of its processes. */
const passwordSeen =
  'the password in the address can be read in the list of processes: leave it out, and set PGPASSWORD or PGPASSFILE\n'

export const moveCommand: Command = {
  name: 'move',
  usage: 'postgres://…',
  summary:
    'copies the embedded database into an empty PostgreSQL, password by PGPASSWORD; then set DATABASE_URL',
  help: {
    options: { 'postgres://…': 'an empty database, such as postgres://motif@db.example/motif' },
    examples: ['move postgres://motif@db.example/motif'],
    notes: [
      'No service may run on the embedded database meanwhile. That stays as it is. Ctrl-C moves nothing.',
    ],
  },
  needsDatabase: true,
  alone: true,
  prepare(args) {
    const { URL: url = '' } = readArguments(args, { positions: ['URL'] })
    return async ({ rooms, config, err, signal }) => {
      const { databaseUrl = '' } = readConfig({ ...config.env, DATABASE_URL: url })
      if (new URL(databaseUrl).password !== '') err(passwordSeen)
      const target = await openStore({ ...config, databaseUrl }, 'migrate')
      try {
        const rows = await move(rooms.db, target.longRunning.db, signal)
        err(`${rows} rows moved; start the service with DATABASE_URL set to this database from now on\n`)
      } finally {
        await target.close()
      }
      return 0
    }
  },
}

/** How many rows are read and written at once. */
const rowsAtOnce = 200

/** Copies every row of every table, in one transaction. Both databases have the tables of this version. */
function move(from: Database, to: Database, signal: AbortSignal): Promise<number> {
  return to.transaction().execute(async (trx) => {
    const { rows: made } = await sql`SELECT FROM prospect UNION ALL SELECT FROM campaign LIMIT 1`.execute(trx)
    if (made.length > 0) throw new UserError('nothing was moved: the database is not empty')
    const tables = await tablesOf(from)
    for (const { name } of tables.toReversed()) await sql`DELETE FROM ${sql.table(name)}`.execute(trx)
    let count = 0
    await from.transaction().execute(async (reading) => {
      for (const table of tables)
        for await (const rows of rowsOf(reading, table)) {
          if (signal.aborted) throw new UserError('nothing was moved: stopped')
          await insert(trx, table, rows)
          count += rows.length
        }
    })
    await sql`UPDATE job SET lease = NULL, leased_until = NULL`.execute(trx)
    return count
  })
}

interface Table {
  name: string
  /** Without generated ones. */
  columns: string[]
}

/**
 * The tables of the service, without partitions (their parent has their rows) and those of migrations; each after those
 * that it refers to.
 */
async function tablesOf(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    WITH RECURSIVE below AS (
      SELECT oid, relname, 0 AS depth FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> 'migration'
      UNION
      SELECT t.oid, t.relname, below.depth + 1 FROM below
      JOIN pg_constraint k ON k.confrelid = below.oid AND k.contype = 'f' JOIN pg_class t ON t.oid = k.conrelid
    )
    SELECT relname AS name, ARRAY (
      SELECT attname::text FROM pg_attribute
      WHERE attrelid = oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
    FROM below GROUP BY oid, relname ORDER BY max(depth), relname`.execute(db)
  return rows
}

async function* rowsOf(trx: Database, { name }: Table): AsyncGenerator<string[]> {
  await sql`
    DECLARE everything NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${sql.table(name)} t`.execute(
    trx,
  )
  for (;;) {
    const { rows } = await sql<{ row: string }>`FETCH ${sql.lit(rowsAtOnce)} FROM everything`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await sql`CLOSE everything`.execute(trx)
}

async function insert(trx: Database, { name, columns }: Table, rows: string[]): Promise<void> {
  // Each day of events is a partition.
  if (name === 'event')
    for (const day of new Set(rows.map((row) => (JSON.parse(row) as { day: string }).day)))
      await openEventDay(trx, day)
  const into = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    INSERT INTO ${sql.table(name)} (${into}) SELECT ${into}
    FROM json_populate_recordset(NULL::${sql.table(name)}, ${`[${rows.join(',')}]`}::json)`.execute(trx)
}
