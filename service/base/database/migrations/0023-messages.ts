import { type Kysely, sql } from 'kysely'

/** What is sent to other programs, callbacks and what webhooks are told alike. */
export async function createMessageTable(db: Kysely<unknown>): Promise<void> {
  for (const table of ['delivery', 'notice']) await sql`DROP TABLE ${sql.table(table)}`.execute(db)
  await sql`
    CREATE TABLE message (
      organization text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, webhook text COLLATE "C", url text,
      type text NOT NULL, content text COLLATE "C", visit text, campaign text COLLATE "C",
      happened_at timestamptz(3) NOT NULL, body text, state text NOT NULL, attempt integer NOT NULL DEFAULT 0,
      tried_at timestamptz(3), next_attempt_at timestamptz(3), last_status integer, last_error text,
      PRIMARY KEY (organization, id))`.execute(db)
  await sql`CREATE INDEX message_tried ON message (organization, webhook, tried_at)`.execute(db)
  await sql`
    CREATE INDEX message_content ON message (organization, content) WHERE content IS NOT NULL`.execute(db)
}
