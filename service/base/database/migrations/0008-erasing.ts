import { type Kysely, sql } from 'kysely'

/**
 * What is needed to find all that belongs to a person, and the receipts of those who were erased. `about` is null where
 * an earlier version kept an answer: nobody knows whom it is about.
 */
export async function createErasureTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE erasure (
      organization text NOT NULL, id text NOT NULL, prospect text, erased_at timestamptz(3) NOT NULL,
      erased text NOT NULL, PRIMARY KEY (organization, id))`.execute(db)
  await sql`ALTER TABLE idempotency ADD COLUMN about text`.execute(db)
  await sql`CREATE INDEX idempotency_about ON idempotency (organization, about)`.execute(db)
  await sql`CREATE INDEX search_prospect ON search (organization, prospect)`.execute(db)
  await sql`CREATE INDEX person_prospect ON person (organization, prospect) WHERE prospect IS NOT NULL`.execute(
    db,
  )
}
