import { type Command, readArguments } from '../base/commands/command.ts'
import { stoppedExit } from '../base/commands/run.ts'
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

type Store = Pick<OpenDatabase, 'pool' | 'kind'>

/**
 * How long an answer of the embedded database may be, in characters of CSV. It waits in the memory of the service for
 * whoever reads it: requests could not wait for that.
 */
const mostOfEmbedded = 50_000_000

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
    return async ({ rooms, out, err, signal }) => {
      let length = 0
      for await (const { columns, rows } of queryReport(rooms.store, SQL)) {
        if (signal.aborted) return stoppedExit
        const header = length === 0 && rows.length > 0 ? [columns] : []
        const text = [...header, ...rows.map((row) => row.map(toCell))]
          .map((cells) => toCsvRow(cells, { end: '\n', keepsNumbers: true }))
          .join('')
        length += text.length
        if (rooms.store.kind === 'pglite' && length > mostOfEmbedded) throw tooLong()
        const taken = text && out(text)
        // The embedded database has one connection: everybody would wait for a reader who does not read.
        if (rooms.store.kind === 'postgres') await taken
      }
      if (length === 0) err('no rows\n')
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

function tooLong(): UserError {
  const most = `${mostOfEmbedded / 1_000_000} MB`
  return new UserError(
    `the answer goes on, but has ${most} already: ask for less of it at a time, such as a day`,
  )
}

/** Some rows of an answer. Its columns are in order, and several may have the same name. */
interface ReportAnswer {
  columns: string[]
  rows: unknown[][]
}

/** How many rows are read at once: a row may have some megabytes. */
const queriedAtOnce = 100

/**
 * Queries the views of `report` in a read-only transaction, and gives the answer in pieces, at least one, in the memory of one of
 * them. Throws a UserError that says what is wrong.
 */
export async function* queryReport(
  { pool }: Pick<Store, 'pool'>,
  query: string,
): AsyncGenerator<ReportAnswer> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query('SET LOCAL search_path TO report')
    // All of it is wanted, not its beginning soon.
    await client.query('SET LOCAL cursor_tuple_fraction TO 1')
    await client.query(`DECLARE answer NO SCROLL CURSOR FOR ${query}`)
    for (let isMore = true; isMore; ) {
      // Of rows as objects, two columns with the same name would be one.
      const text = `FETCH ${queriedAtOnce} FROM answer`
      const { fields, rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
      yield { columns: fields.map(({ name }) => name), rows }
      isMore = rows.length === queriedAtOnce
    }
  } catch (error) {
    throw new UserError(`the query could not be answered: ${(error as Error).message}`)
  } finally {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}
