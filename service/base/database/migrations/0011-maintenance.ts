import { type Kysely, sql } from 'kysely'

/** Who keeps the database in order, which tables are still to be rewritten, and batches that can never be written. */
export async function createMaintenanceTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE maintenance (
      task text PRIMARY KEY, lease text, leased_until timestamptz NOT NULL, ended_at timestamptz(3))`.execute(
    db,
  )
  await sql`CREATE TABLE stale (name text PRIMARY KEY)`.execute(db)
  await sql`
    CREATE TABLE arrival_aside (
      writer text COLLATE "C" NOT NULL, number bigint NOT NULL, position integer NOT NULL,
      organization text COLLATE "C", content text COLLATE "C", batches text COLLATE "C" NOT NULL, error text NOT NULL,
      set_aside_at timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (writer, number, position))`.execute(db)
  await sql`CREATE INDEX arrival_aside_content ON arrival_aside (organization, content)`.execute(db)
}
