import { type Kysely, sql } from 'kysely'

/** Webhooks, what they are told, and of a campaign how many of its lists are in, and for how many that was told. */
export async function createWebhookTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webhook (
      organization text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, url text NOT NULL, host text NOT NULL,
      events text NOT NULL, secret text NOT NULL, state text NOT NULL, created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, id))`.execute(db)
  await sql`
    CREATE TABLE notice (
      organization text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, webhook text COLLATE "C" NOT NULL,
      type text NOT NULL, content text COLLATE "C", visit text, campaign text COLLATE "C",
      happened_at timestamptz(3) NOT NULL, body text, state text NOT NULL, attempt integer NOT NULL DEFAULT 0,
      tried_at timestamptz(3), last_status integer, last_error text, PRIMARY KEY (organization, id))`.execute(
    db,
  )
  await sql`CREATE INDEX notice_tried ON notice (organization, webhook, tried_at)`.execute(db)
  await sql`CREATE INDEX notice_content ON notice (organization, content) WHERE content IS NOT NULL`.execute(
    db,
  )
  await sql`
    ALTER TABLE campaign ADD COLUMN ended_lists integer NOT NULL DEFAULT 0,
      ADD COLUMN told_lists integer NOT NULL DEFAULT 0`.execute(db)
}
