import { sql } from 'kysely'
import type { Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'

/** The last valid text of each template file. */
export interface TemplateTable {
  name: string
  source: string
  updated_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    template: TemplateTable
  }
}

/** Stores the text of a valid template, so that records can be generated from it even if its file is lost or broken. */
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

/** The last valid text of a template. */
export async function findKeptTemplate(db: Database, name: string): Promise<string | undefined> {
  const kept = await db.selectFrom('template').select('source').where('name', '=', name).executeTakeFirst()
  return kept?.source
}
