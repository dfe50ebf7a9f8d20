import { type Command, readArguments } from '../base/commands/command.ts'
import type { OpenDatabase } from '../base/database/database.ts'
import { toCsvRow } from '../base/words/csv-cell.ts'
import { UserError } from '../base/words/errors.ts'
import type { Maintenance } from './maintenance.ts'
import { tasks } from './tasks.ts'

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
      err('the database has the tables of this version\n')
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
      if (rows.length === 0) err('no rows\n')
      const lines = rows.length === 0 ? [] : [columns, ...rows.map((row) => row.map(toCell))]
      await out(lines.map((cells) => toCsvRow(cells, { end: '\n' })).join(''))
      return 0
    }
  },
}

function toCell(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return String(value)
  // An interval says itself how PostgreSQL writes it; lists and JSON are JSON.
  return 'toPostgres' in value ? (value as { toPostgres(): string }).toPostgres() : JSON.stringify(value)
}

/** How many rows an answer may have: it waits in memory for whoever reads it. */
const mostRows = 100_000

/**
 * Queries the views of `report` in a read-only transaction. The columns are in order, and several may have the same name. Throws
 * a UserError that says what is wrong.
 */
export async function queryReport({ pool }: Store, query: string) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query('SET LOCAL search_path TO report')
    await client.query(`DECLARE answer NO SCROLL CURSOR FOR ${query}`)
    // Of rows as objects, two columns with the same name would be one.
    const text = `FETCH ${mostRows + 1} FROM answer`
    const { fields, rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    if (rows.length > mostRows) throw new Error(`it has over ${mostRows} rows: ask for less, such as a day`)
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
