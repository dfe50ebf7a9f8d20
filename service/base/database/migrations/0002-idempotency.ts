import { type Kysely, sql } from 'kysely'

/** Requests with an `Idempotency-Key`, and what the first one was answered. */
export async function createIdempotencyTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE idempotency (
      organization text NOT NULL, request text NOT NULL, body_hash text NOT NULL,
      claim text NOT NULL, claimed_until timestamptz NOT NULL, answer text, created_at timestamptz NOT NULL,
      PRIMARY KEY (organization, request))`.execute(db)
  await sql`CREATE INDEX idempotency_created ON idempotency (created_at)`.execute(db)
}
