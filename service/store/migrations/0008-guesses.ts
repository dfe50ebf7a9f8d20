import { type Kysely, sql } from 'kysely'

/**
 * Which fields of a prospect are only guessed, and what the company says of itself, for the profile. What an earlier
 * version enriched counts as stated.
 */
export async function addGuesses(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE prospect ADD COLUMN guessed text NOT NULL DEFAULT '', ADD COLUMN description text`.execute(db)
}
