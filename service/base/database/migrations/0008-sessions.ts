import { type Kysely, sql } from 'kysely'

/** Who is signed in at a browser, and links that sign in once. Of both, the hash alone is kept. */
export async function createSessionTables(db: Kysely<unknown>): Promise<void> {
  for (const table of ['session', 'sign_in_link'])
    await sql`
      CREATE TABLE ${sql.table(table)} (
        hash text PRIMARY KEY, organization text NOT NULL, user_name text NOT NULL, role text NOT NULL, token text,
        created_at timestamptz(3) NOT NULL DEFAULT now(), expires_at timestamptz(3) NOT NULL)`.execute(db)
}
