import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { type CampaignKey, type CampaignRow, ofCampaign } from '../sql.ts'
import { type GroupSizes, whatTheyTell } from './can-tell.ts'
import type { ComparedRow } from './lift.ts'

/** What the drawn groups of a campaign can tell, whether or not their records are completed; nothing if it has no control group. */
export async function readGroups(db: Database, { organization, id, control }: CampaignRow) {
  if (control === 0) return {}
  const { rows } = await sql<GroupSizes>`
    SELECT json_build_object('people', count(*) FILTER (WHERE NOT control),
        'companies', count(DISTINCT unit) FILTER (WHERE NOT control)) AS personal,
      json_build_object('people', count(*) FILTER (WHERE control),
        'companies', count(DISTINCT unit) FILTER (WHERE control)) AS control
    FROM place WHERE organization = ${organization} AND campaign = ${id} AND text IS NULL`.execute(db)
  return whatTheyTell(rows[0] as GroupSizes, control)
}

/** Who is invited, and when they reached the goal, by company; companies with the same days in one row. */
export async function listCompared(db: Database, { organization, campaign }: CampaignKey) {
  const { rows } = await sql<ComparedRow>`
    WITH invited AS (
      SELECT p.control, p.unit, (c.created_at AT TIME ZONE 'UTC')::date AS invited,
        (t.reached_at AT TIME ZONE 'UTC')::date AS reached, count(*) AS people, count(t.visits) AS came
      FROM campaign m
      JOIN place p ON p.organization = m.organization AND p.campaign = m.id AND p.text IS NULL
      JOIN content c ON c.organization = p.organization AND c.id = p.content AND c.status = 'completed'
      LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id AND t.visits > 0
      WHERE m.organization = ${organization} AND m.id = ${campaign} AND m.status <> 'draft' GROUP BY 1, 2, 3, 4),
    company AS (
      SELECT control, json_agg(json_build_object('people', people, 'came', came, 'invited', invited, 'reached', reached)
        ORDER BY invited, reached)::text AS people
      FROM invited GROUP BY control, unit)
    SELECT control, count(*) AS companies, people::json FROM company GROUP BY control, people`.execute(db)
  return rows
}

/** The goal of most records of a campaign, which were made when it was their template's; undefined if there are no records. */
export async function findMadeGoal(db: Database, campaign: CampaignKey) {
  const { rows } = await sql<{ goal: string | null }>`
    SELECT goal FROM content WHERE ${ofCampaign(campaign)} AND status = 'completed'
    GROUP BY goal ORDER BY count(*) DESC, goal LIMIT 1`.execute(db)
  return rows[0]?.goal
}
