import { type Kysely, sql } from 'kysely'

/** Templates and campaigns whose records are all being regenerated, and how far that has come. */
export async function createRegenerationTable(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE template_anew`.execute(db)
  await sql`ALTER TABLE campaign DROP COLUMN anew`.execute(db)
  await sql`
    CREATE TABLE regeneration (
      organization text COLLATE "C" NOT NULL, subject text COLLATE "C" NOT NULL, after text COLLATE "C" NOT NULL,
      PRIMARY KEY (organization, subject))`.execute(db)
}
