import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/**
 * Waits until no step of a campaign of the organization runs, in the first statement of a transaction; until its end no
 * other begins. Two steps that make the same people at once would lock them in an order of their own, which waits for
 * those who lock them by their ids: enrichments. And who is erased while a step makes them would stay.
 */
export async function lockCampaignSteps(trx: Database, organization: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`campaign steps of ${organization}`}, 0))`.execute(
    trx,
  )
}
