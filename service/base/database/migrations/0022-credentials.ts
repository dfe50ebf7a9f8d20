import { type Kysely, sql } from 'kysely'

/** Tokens, sessions, links that sign in, tickets into the editor and its sessions, in one table; the hash alone is kept. */
export async function createCredentialTable(db: Kysely<unknown>): Promise<void> {
  for (const table of ['token', 'session', 'sign_in_link', 'editing'])
    await sql`DROP TABLE ${sql.table(table)}`.execute(db)
  await sql`
    CREATE TABLE credential (
      hash text COLLATE "C" PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, kind text NOT NULL,
      organization text COLLATE "C" NOT NULL, user_name text NOT NULL, role text NOT NULL, rests_on text[] NOT NULL,
      template text, origin text, created_at timestamptz(3) NOT NULL DEFAULT now(), expires_at timestamptz(3),
      ended_at timestamptz(3))`.execute(db)
  await sql`CREATE INDEX credential_organization ON credential (organization, kind)`.execute(db)
}
