import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/**
 * Keeps the campaigns of an organization from making people until the transaction ends. Call it first in the transaction.
 * Two steps that make the same people at once would lock them in different orders, and wait for each other through an
 * enrichment. A person who is erased while a step makes them would stay.
 */
export async function lockCampaignSteps(trx: Database, organization: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`campaign steps of ${organization}`}, 0))`.execute(
    trx,
  )
}

/**
 * Keeps lists of an organization from being imported, and their lines from being mended, until the transaction ends. Call
 * it after `lockCampaignSteps`. What an import has read of a person who is erased meanwhile, it would write again.
 */
export async function lockCampaignLists(trx: Database, organization: string): Promise<void> {
  await sql`SELECT FROM campaign WHERE organization = ${organization} ORDER BY id FOR NO KEY UPDATE`.execute(
    trx,
  )
}
