import { type Command, readArguments } from '../base/commands/command.ts'
import type { OpenDatabase } from '../base/database/database.ts'
import { oldestBeside } from '../base/database/migrations/migrations.ts'
import { openStore } from '../base/store.ts'
import { toCsvRow } from '../base/words/csv-cell.ts'
import { UserError } from '../base/words/errors.ts'
import { type Config, readConfig } from '../config.ts'
import type { Maintenance } from './maintenance.ts'
import { tasks } from './tasks.ts'
import { readEverything, writeEverything } from './transfer.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'brings the tables up to this version, as a start of the service does',
  help: {
    examples: ['migrate'],
    notes: ['Make a backup first. Replicas of the version before keep running beside it.'],
  },
  needsDatabase: true,
  older: 'migrate',
  prepare(args) {
    readArguments(args)
    return async ({ err }) => {
      err(`the database has the tables of this version; replicas from ${oldestBeside} on may run on it\n`)
      return 0
    }
  },
}

export const maintainCommand: Command<{ maintenance: Pick<Maintenance, 'run'> }> = {
  name: 'maintain',
  usage: '',
  summary: 'does now what the service does every hour: drops old events, removes deleted data from files',
  help: { examples: ['maintain'] },
  needsDatabase: true,
  prepare(args) {
    readArguments(args)
    return async ({ rooms, out }) => {
      for (const { task, count, seconds } of await rooms.maintenance.run())
        out(`${count} ${tasks[task].counts}, ${seconds.toFixed(1)} s\n`)
      return 0
    }
  },
}

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
      const { databaseUrl = '' } = targetConfig(config, url)
      if (new URL(databaseUrl).password !== '') err(passwordSeen)
      const target = await openStore({ ...config, databaseUrl }, 'migrate')
      try {
        const lines = readEverything(rooms.db)
        const rows = await writeEverything(target.longRunning.db, lines, signal).catch((error: Error) => {
          throw new UserError(`nothing was moved: ${error.message}`)
        })
        err(`${rows} rows moved; start the service with DATABASE_URL set to this database from now on\n`)
      } finally {
        await target.close()
      }
      return 0
    }
  },
}

function targetConfig(config: Config, url: string): Config {
  return readConfig({ ...config.env, DATABASE_URL: url })
}

type Store = Pick<OpenDatabase, 'pool'>

export const queryCommand: Command<{ store: Store }> = {
  name: 'query',
  usage: 'SQL',
  summary: 'asks the views of the schema report, and prints the answer as CSV',
  help: {
    options: { SQL: 'one SELECT, in quotation marks' },
    examples: ['query "select * from report.days order by day desc limit 7"'],
    notes: ['The views are people, records, campaigns, lift, visits, events and days: see docs/data.md.'],
  },
  needsDatabase: true,
  prepare(args) {
    const { SQL = '' } = readArguments(args, { positions: ['SQL'] })
    return async ({ rooms, out, err }) => {
      const { columns, rows } = await queryReport(rooms.store, SQL)
      if (rows.length === 0) {
        err('no rows\n')
        return 0
      }
      for (const cells of [columns, ...rows.map((row) => row.map(toCell))])
        out(toCsvRow(cells, { end: '\n', keepsNumbers: true }))
      return 0
    }
  },
}

function toCell(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return String(value)
  // An interval says itself how PostgreSQL writes it; lists and JSON are JSON.
  return 'toPostgres' in value
    ? String((value as { toPostgres(): string }).toPostgres())
    : JSON.stringify(value)
}

/** The result of a query. Its columns are in order, and several may have the same name. */
interface ReportAnswer {
  columns: string[]
  rows: unknown[][]
}

/** Queries the views of `report` in a read-only transaction. Throws a UserError that says what is wrong. */
export async function queryReport({ pool }: Store, query: string): Promise<ReportAnswer> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query('SET LOCAL search_path TO report')
    // Of rows as objects, two columns with the same name would be one.
    const { fields, rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' })
    return { columns: fields.map(({ name }) => name), rows }
  } catch (error) {
    throw new UserError(`the query could not be answered: ${(error as Error).message}`)
  } finally {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}
