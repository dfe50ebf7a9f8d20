import { sql } from 'kysely'
import type { Timestamp } from './columns.ts'
import type { Database } from './database.ts'

/** The text of each template file when it was last sound. */
export interface TemplateTable {
  name: string
  source: string
  updated_at: Timestamp
}

declare module './schema.ts' {
  interface Schema {
    template: TemplateTable
  }
}

/** Keeps the text of a sound template, so that records can be made from it should its file go or break. */
export async function keepTemplate(db: Database, name: string, source: string): Promise<void> {
  await db
    .insertInto('template')
    .values({ name, source, updated_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ source, updated_at: sql<Date>`now()` })
        .where('template.source', '<>', source),
    )
    .execute()
}

/** The text that was kept last under that name. */
export async function findKeptTemplate(db: Database, name: string): Promise<string | undefined> {
  const kept = await db.selectFrom('template').select('source').where('name', '=', name).executeTakeFirst()
  return kept?.source
}
