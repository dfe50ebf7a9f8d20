import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { deleteSomeContents } from '../../content/sql.ts'
import type { CampaignKey } from '../sql.ts'

/** A person whose prospect and record are still to be created, or to be updated from a list. */
export interface PendingPlace {
  key: string
  /** See `decodeListed`. */
  person: string
  content: string
  pattern: string
  /** Whether the person is in the control group. */
  control: boolean
  prospect: string | null
}

/** The problem of a place that was given up. The same line again tries once more. */
export const notMade = 'could not be prepared: something went wrong in the service'

/** The first pending people of a campaign, in the order of the lists. */
export async function findPendingPlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  limit: number,
): Promise<PendingPlace[]> {
  const { rows } = await sql<PendingPlace>`
    SELECT key, person, content, pattern, control, prospect FROM place
    WHERE organization = ${organization} AND campaign = ${campaign} AND person IS NOT NULL
    ORDER BY list, line LIMIT ${limit}`.execute(trx)
  return rows
}

/**
 * Marks a place as no longer pending, with its prospect, and the problem where something was dropped. Throws where its person
 * was erased meanwhile.
 */
export async function finishPlace(
  trx: Database,
  { organization, campaign }: CampaignKey,
  { key, prospect, problem }: { key: string; prospect: string | null; problem: string | null },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('place')
    .set({ person: null, prospect, problem })
    .where((is) => is.and({ organization, campaign, key }))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error('this person was erased just now')
}

/** How many of a campaign's records are not completed; counts up to `most`. */
export async function countUnfinished(
  trx: Database,
  { organization, campaign }: CampaignKey,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM content
      WHERE organization = ${organization} AND campaign = ${campaign} AND status <> 'completed'
      LIMIT ${most}) AS unfinished`.execute(trx)
  return rows[0]?.count ?? 0
}

/** With all that hangs on it a record takes 0.2 ms on the embedded database, during which nothing else runs. */
const recordsAtOnce = 100
const linesAtOnce = 2000

/** Deletes some of a deleted campaign's records or lines, and the campaign last. False: all is gone. */
export async function deleteSomeOfCampaign(trx: Database, key: CampaignKey): Promise<boolean> {
  if ((await deleteSomeContents(trx, key, recordsAtOnce)) > 0) return true
  const { organization, campaign } = key
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM place WHERE organization = ${organization} AND campaign = ${campaign} AND key IN (
      SELECT key FROM place WHERE organization = ${organization} AND campaign = ${campaign}
      LIMIT ${linesAtOnce})`.execute(trx)
  if (numAffectedRows > 0n) return true
  await trx
    .deleteFrom('campaign')
    .where((is) => is.and({ organization, id: campaign }))
    .execute()
  return false
}
