import { type Kysely, sql } from 'kysely'

/**
 * Tickets into the editor, each of which becomes a session: the hash alone is kept. And the templates all of whose records
 * are being made anew.
 */
export async function createEditingTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE editing (
      hash text PRIMARY KEY, organization text COLLATE "C" NOT NULL, template text COLLATE "C" NOT NULL,
      origin text NOT NULL, user_name text NOT NULL, token text, session text, begun_at timestamptz(3),
      expires_at timestamptz(3) NOT NULL, ended_at timestamptz(3))`.execute(db)
  await sql`
    CREATE TABLE template_anew (
      organization text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, after text COLLATE "C" NOT NULL,
      PRIMARY KEY (organization, name))`.execute(db)
}
