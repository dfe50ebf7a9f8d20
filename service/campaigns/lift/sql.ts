import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import type { CampaignKey } from '../sql.ts'
import type { CameRow, InvitedRow } from './lift.ts'

/** How many were drawn into each group. */
export async function countInvited(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<InvitedRow[]> {
  const { rows } = await sql<InvitedRow>`
    SELECT control, count(DISTINCT unit) AS companies, count(*) AS people FROM place
    WHERE organization = ${organization} AND campaign = ${campaign} AND text IS NULL GROUP BY control`.execute(
    db,
  )
  return rows
}

/** Who came, by company and days. Whoever reached the goal has come. */
export async function countWhoCame(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<CameRow[]> {
  const { rows } = await sql<CameRow>`
    SELECT p.control, p.unit, (t.first_visit AT TIME ZONE 'UTC')::date AS came,
      (t.reached_at AT TIME ZONE 'UTC')::date AS reached, count(*) AS people
    FROM place p JOIN tally t ON t.content = p.content AND t.organization = ${organization}
    WHERE p.organization = ${organization} AND p.campaign = ${campaign} AND p.text IS NULL AND t.visits > 0
    GROUP BY 1, 2, 3, 4`.execute(db)
  return rows
}

/** The goal of most records of a campaign, which were made when it was their template's; undefined if there are no records. */
export async function findMadeGoal(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ goal: string | null }>`
    SELECT goal FROM content
    WHERE organization = ${organization} AND campaign = ${campaign} AND status = 'completed'
    GROUP BY goal ORDER BY count(*) DESC, goal LIMIT 1`.execute(db)
  return rows[0]?.goal
}
