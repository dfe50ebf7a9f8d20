import { type Kysely, sql } from 'kysely'

/** Callbacks to be delivered, and the templates as they were when last sound. */
export async function createDeliveryTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE delivery (
      organization text NOT NULL, content text NOT NULL, url text NOT NULL, body text NOT NULL, state text NOT NULL,
      attempt integer NOT NULL DEFAULT 0, last_status integer, last_error text, next_attempt_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, content))`.execute(db)
  await sql`
    CREATE TABLE template (name text PRIMARY KEY, source text NOT NULL, updated_at timestamptz(3) NOT NULL)`.execute(
    db,
  )
}
