import { type Kysely, sql } from 'kysely'

/** What each token may do. Those of before may do everything, as they could. */
export async function addRoles(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE token ADD COLUMN role text NOT NULL DEFAULT 'admin'`.execute(db)
}
