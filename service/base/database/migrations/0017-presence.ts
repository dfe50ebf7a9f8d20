import { type Kysely, sql } from 'kysely'

/**
 * The latest sign of each visit of the last minutes: who is on a page right now. And the ways to what is shown of the
 * last seven days.
 */
export async function createPresenceTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE presence (
      organization text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL, visit text COLLATE "C" NOT NULL,
      began_at timestamptz(3) NOT NULL, seen_at timestamptz(3) NOT NULL, away boolean NOT NULL, item smallint,
      PRIMARY KEY (organization, content, visit)) WITH (fillfactor = 50)`.execute(db)
}

/** A visit's sign changes often, and stays in its page: only the minute it is of is looked for. */
export async function indexRecentVisits(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void> {
  const concurrently = sql.raw(kind === 'postgres' ? 'CONCURRENTLY' : '')
  await sql`DROP INDEX IF EXISTS tally_last_visit`.execute(db)
  await sql`CREATE INDEX ${concurrently} tally_last_visit ON tally (organization, last_visit)`.execute(db)
  await sql`DROP INDEX IF EXISTS tally_day_day`.execute(db)
  await sql`CREATE INDEX ${concurrently} tally_day_day ON tally_day (organization, day)`.execute(db)
}
