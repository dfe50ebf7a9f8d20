import { sql } from 'kysely'
import { UserError } from '../model/errors.ts'
import type { Database } from './database.ts'

/** What a query answered, its columns in their order. */
export interface ReportAnswer {
  columns: string[]
  rows: Record<string, unknown>[]
}

/** Asks the views of `report`, in a transaction that can write nothing. Throws a UserError that says what is wrong. */
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
