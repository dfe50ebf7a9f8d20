import { type Kysely, sql } from 'kysely'

/** Campaigns by name, whatever its case. */
export async function indexCampaignNames(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void> {
  const concurrently = sql.raw(kind === 'postgres' ? 'CONCURRENTLY' : '')
  // One that was interrupted is there, and not valid.
  await sql`DROP INDEX IF EXISTS campaign_name`.execute(db)
  await sql`CREATE INDEX ${concurrently} campaign_name ON campaign (organization, lower(name), id)`.execute(
    db,
  )
}
