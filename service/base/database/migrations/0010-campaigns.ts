import { type Kysely, sql } from 'kysely'

/**
 * Campaigns and the places of people in them; of a content record its campaign; of a tally when the first and the last
 * of its visits began, and whether one of them reached the goal. The version before leaves the new columns empty.
 *
 * A place is a person in a campaign, or a line of a list by which nobody is invited.
 */
export async function createCampaignTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE campaign (
      organization text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, name text NOT NULL,
      template text COLLATE "C" NOT NULL, language text NOT NULL, status text NOT NULL, user_name text NOT NULL,
      lists integer NOT NULL DEFAULT 0, columns text NOT NULL DEFAULT '[]', wide boolean NOT NULL DEFAULT false,
      anew text COLLATE "C", created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, id))`.execute(db)
  await sql`CREATE INDEX campaign_created ON campaign (organization, created_at, id)`.execute(db)
  await sql`
    CREATE TABLE place (
      organization text COLLATE "C" NOT NULL, campaign text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
      list integer NOT NULL, line integer NOT NULL, cells text NOT NULL, problem text, text text,
      person text, email text, prospect text COLLATE "C", content text COLLATE "C", pattern text COLLATE "C",
      PRIMARY KEY (organization, campaign, key))`.execute(db)
  await sql`CREATE INDEX place_line ON place (organization, campaign, list, line, key)`.execute(db)
  await sql`CREATE INDEX place_content ON place (organization, content) WHERE content IS NOT NULL`.execute(db)
  await sql`CREATE INDEX place_prospect ON place (organization, prospect) WHERE prospect IS NOT NULL`.execute(
    db,
  )
  await sql`
    CREATE INDEX place_unmade ON place (organization, campaign, list, line) WHERE person IS NOT NULL`.execute(
    db,
  )
  await sql`ALTER TABLE content ADD COLUMN campaign text COLLATE "C"`.execute(db)
  await sql`
    ALTER TABLE tally ADD COLUMN first_visit timestamptz(3), ADD COLUMN last_visit timestamptz(3),
      ADD COLUMN reached boolean NOT NULL DEFAULT false`.execute(db)
}

/** The records of a campaign, and those that are still being made. */
export async function indexCampaignRecords(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void> {
  const concurrently = sql.raw(kind === 'postgres' ? 'CONCURRENTLY' : '')
  for (const [name, where] of [
    ['content_campaign', sql`campaign IS NOT NULL`],
    ['content_unfinished', sql`campaign IS NOT NULL AND status <> 'completed'`],
  ] as const) {
    await sql`DROP INDEX IF EXISTS ${sql.table(name)}`.execute(db)
    await sql`
      CREATE INDEX ${concurrently} ${sql.table(name)} ON content (organization, campaign, id) WHERE ${where}`.execute(
      db,
    )
  }
}
