import { type Kysely, sql } from 'kysely'

/** How many visits of a record began lately: beside the tally's state, which the version before writes whole. */
export async function addBegunVisits(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE tally ADD COLUMN begun_since bigint NOT NULL DEFAULT 0,
      ADD COLUMN begun_visits integer NOT NULL DEFAULT 0`.execute(db)
}
