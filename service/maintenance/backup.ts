import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { type Command, readArguments } from '../base/commands/command.ts'
import { fileSize, writeWhole } from '../base/commands/files.ts'
import type { Database, OpenDatabase } from '../base/database/database.ts'
import {
  databaseEntries,
  firstStart,
  isSetUp,
  lockDataDir,
  openPrivateFolder,
} from '../base/database/pglite/data-dir.ts'
import { explainFolder, openStore } from '../base/store.ts'
import { UserError } from '../base/words/errors.ts'
import { readConfig } from '../config.ts'
import { openEventDay } from '../events/event-days-sql.ts'

export const backupCommand: Command<{ store: Pick<OpenDatabase, 'db' | 'kind'> }> = {
  name: 'backup',
  usage: 'FILE',
  summary: 'writes the embedded database into a file (tar.gz), as of one moment',
  help: {
    options: { FILE: 'where to; an existing file is replaced once the backup is complete' },
    examples: ['backup motif.tar.gz'],
    notes: ['It contains personal data and secrets. Beside the service, what writes waits until it is done.'],
  },
  needsDatabase: true,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ rooms: { store }, config: { dataDir }, cwd, err, signal }) => {
      if (store.kind === 'postgres')
        throw new UserError('PostgreSQL has its own way: pg_dump --format=custom --file=FILE "$DATABASE_URL"')
      await writeWhole(resolve(cwd, FILE), FILE, (handle) =>
        // Nothing is written while the only connection is taken.
        store.db.connection().execute(async (connection) => {
          await sql`CHECKPOINT`.execute(connection)
          await tar(['-czf', '-', '-C', resolve(dataDir), ...databaseEntries(dataDir)], handle.fd, signal)
        }),
      )
      err(`the database is in ${FILE}; it holds personal data and secrets, keep it safe\n`)
      return 0
    }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE',
  summary: 'fills an empty DATA_DIR from a backup, all of it or nothing',
  help: {
    options: { FILE: 'a file that backup wrote' },
    examples: ['restore motif.tar.gz'],
    notes: ['DATA_DIR may have no database yet, and no service may run on it.'],
  },
  needsDatabase: false,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ config, cwd, err, signal }) => {
      const { databaseUrl, dataDir } = config
      if (databaseUrl)
        throw new UserError('PostgreSQL has its own way: pg_restore --dbname="$DATABASE_URL" FILE')
      if (dataDir === 'memory') throw new UserError('DATA_DIR: memory is kept by the running service alone')
      const file = resolve(cwd, FILE)
      await fileSize(file, FILE)
      openPrivateFolder(dataDir)
      const unlock = lockDataDir(dataDir)
      try {
        if (isSetUp(dataDir))
          throw new UserError(`DATA_DIR: there is a database in ${resolve(dataDir)}: choose an empty folder`)
        await firstStart(dataDir, () => tar(['-xzf', file, '-C', resolve(dataDir)], 'ignore', signal))
      } catch (error) {
        throw error instanceof UserError
          ? error
          : new UserError(`nothing was restored: ${(error as Error).message}`)
      } finally {
        unlock()
      }
      const store = await openStore(config).catch((error) => {
        throw explainFolder(error, config)
      })
      await store.close()
      err('the database is restored\n')
      return 0
    }
  },
}

/** Runs tar, which every system has; a database may be larger than the memory. */
async function tar(args: string[], output: number | 'ignore', signal: AbortSignal): Promise<void> {
  const child = spawn('tar', args, { stdio: ['ignore', output, 'pipe'], signal })
  const errors = child.stderr as Readable
  const [said, [code]] = await Promise.all([text(errors), once(child, 'close')])
  if (code !== 0) throw new UserError(said.trim().split('\n')[0] || 'stopped')
}

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
      // All users of a machine can read the arguments of its processes.
      if (new URL(databaseUrl).password !== '')
        err(
          'the password in the address can be read in the list of processes: leave it out, and set PGPASSWORD or PGPASSFILE\n',
        )
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

/** How many rows are read and written at once: a picture may have 2 MB, and twice that as JSON. */
const rowsAtOnce = (table: string) => (table === 'picture' ? 5 : 200)

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
    const { rows } = await sql<{ row: string }>`FETCH ${sql.lit(rowsAtOnce(name))} FROM everything`.execute(
      trx,
    )
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
