import { type Kysely, sql } from 'kysely'

/** The people directory of each organization, and what its searches answered. */
export async function createPeopleTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE person (
      organization text NOT NULL, key text NOT NULL,
      email text, name text, company text, role text, industry text, linkedin text, domain text, profile text,
      additional text, words text NOT NULL, seniority smallint NOT NULL, prospect text,
      PRIMARY KEY (organization, key))`.execute(db)
  await sql`CREATE INDEX person_domain ON person (organization, domain, words, key)`.execute(db)
  await sql`
    CREATE TABLE search (
      organization text NOT NULL, key text NOT NULL, prospect text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (organization, key))`.execute(db)
  await sql`CREATE INDEX prospect_enriching ON prospect (organization) WHERE status = 'enriching'`.execute(db)
}
