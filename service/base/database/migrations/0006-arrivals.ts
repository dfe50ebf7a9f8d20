import { type Kysely, sql } from 'kysely'

/**
 * Batches that were answered and are not yet in visits and tallies: a row for each write, which leaves within a
 * second. Its text stays in its page and is never compressed: it is read once, and soon.
 */
export async function createArrivalTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE arrival (
      writer text COLLATE "C" NOT NULL, number bigint NOT NULL, batches text COLLATE "C" NOT NULL,
      PRIMARY KEY (writer, number)) WITH (toast_tuple_target = 8160)`.execute(db)
  await sql`ALTER TABLE arrival ALTER COLUMN batches SET STORAGE EXTERNAL`.execute(db)
}
