import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { isId } from '../base/words/ids.ts'
import type { Review } from './content.ts'

/**
 * Sets the review of completed records of a campaign: of all, or of those with these ids. Others are passed over. Returns
 * how many changed.
 */
export async function setReview(
  db: Database,
  { organization, campaign }: { organization: string; campaign: string },
  people: readonly string[] | 'all',
  review: Review,
): Promise<number> {
  const isApproved = review === 'approved'
  const isMeant = people === 'all' ? sql`true` : sql`id = ANY (${people.filter(isId)})`
  // Locked in one order, so that two reviewers at once do not wait for each other.
  const { numAffectedRows = 0n } = await transact(db, (trx) =>
    sql`
      WITH meant AS MATERIALIZED (
        SELECT id FROM content
        WHERE organization = ${organization} AND campaign = ${campaign} AND status = 'completed'
          AND approved <> ${isApproved} AND ${isMeant}
        ORDER BY id FOR NO KEY UPDATE)
      UPDATE content SET approved = ${isApproved}
      WHERE organization = ${organization} AND id IN (SELECT id FROM meant)`.execute(trx),
  )
  return Number(numAffectedRows)
}

/** SQL for an update of `content` that replaces its items: other words than before have to be approved again. */
export function stillApproved(content: string): RawBuilder<boolean> {
  return sql<boolean>`approved AND content = ${content}`
}
