import { sql } from 'kysely'
import { UserError } from '../words/errors.ts'
import type { Database } from './database.ts'

/** The result of a query, with its columns in order. */
export interface ReportAnswer {
  columns: string[]
  rows: Record<string, unknown>[]
}

/** Queries the views of `report` in a read-only transaction. Throws a UserError that says what is wrong. */
export async function queryReport(db: Database, query: string): Promise<ReportAnswer> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`SET LOCAL search_path TO report`.execute(trx)
      try {
        const { rows } = await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(trx)
        return { columns: Object.keys(rows[0] ?? {}), rows }
      } catch (error) {
        throw new UserError(`the query could not be answered: ${(error as Error).message}`)
      }
    })
}
