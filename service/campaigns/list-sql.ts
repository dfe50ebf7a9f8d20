import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { isBehind, timeOf } from '../base/database/sql.ts'
import type { PageQuery, Sorting } from '../base/http/list-page.ts'
import type { Utm } from '../templates/link.ts'
import { type Campaign, type CampaignStatus, campaignStatuses } from './campaign.ts'
import { type CampaignRow, existingCampaigns } from './sql.ts'

/** What a list of campaigns is sorted by; ids decide between equals. Each has an index. */
export const campaignSorts = ['created', 'name'] as const

/** Which page of a list is wanted; a position is a campaign's `key` (see `ListedCampaign`) and id. */
export type CampaignPart = PageQuery & Sorting<(typeof campaignSorts)[number]>

/** A campaign, and the value that it is sorted by, as text. */
type ListedCampaign = CampaignRow & { key: string }

/** One page of the organization's campaigns. */
export async function listCampaigns(
  db: Database,
  organization: string,
  { sort, descending, after, limit }: CampaignPart,
): Promise<ListedCampaign[]> {
  const direction = descending ? 'desc' : 'asc'
  const label = sql<string>`lower(name)`
  const column = sort === 'created' ? sql`created_at` : label
  const key = sort === 'created' ? sql<string>`(extract(epoch FROM created_at) * 1000)::bigint::text` : label
  const query = existingCampaigns(db, organization)
    .select(key.as('key'))
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
  if (!after) return query.execute()
  const from = sort === 'created' ? timeOf(after[0]) : sql`${after[0]}::text`
  return query.where(isBehind(descending, [column, sql`id`], [from, sql`${after[1]}`])).execute()
}

type CampaignCounts = Pick<
  Campaign,
  'people' | 'completed' | 'problems' | 'came' | 'machines' | 'unsure' | 'reached'
>

/**
 * The figures of campaigns, by id. Of the records only the unfinished ones are read, which are few: everybody else who
 * has a prospect has a completed record.
 */
export async function countCampaigns(
  db: Database,
  organization: string,
  ids: string[],
): Promise<Map<string, CampaignCounts>> {
  const { rows } = await sql<CampaignCounts & { id: string }>`
    WITH unfinished AS (
      SELECT campaign, count(*) AS count FROM content
      WHERE organization = ${organization} AND campaign = ANY (${ids}) AND campaign IS NOT NULL
        AND status <> 'completed'
      GROUP BY campaign),
    unsure AS (
      SELECT c.campaign, count(*) AS visits FROM visit v
      JOIN content c ON c.organization = v.organization AND c.id = v.content
      WHERE v.organization = ${organization} AND is_unsure(v.kind, v.seen_minute) AND c.campaign = ANY (${ids}) AND NOT c.test
      GROUP BY c.campaign)
    SELECT p.campaign AS id, count(*) FILTER (WHERE p.text IS NULL) AS people,
      count(*) FILTER (WHERE p.prospect IS NOT NULL)
        - coalesce((SELECT count FROM unfinished WHERE unfinished.campaign = p.campaign), 0) AS completed,
      count(*) FILTER (WHERE p.text IS NOT NULL) AS problems,
      count(*) FILTER (WHERE t.visits > 0) AS came, count(*) FILTER (WHERE t.reached) AS reached,
      coalesce(sum(t.others), 0)::bigint AS machines,
      coalesce((SELECT visits FROM unsure WHERE unsure.campaign = p.campaign), 0) AS unsure
    FROM place p
    LEFT JOIN tally t ON t.organization = ${organization} AND t.content = p.content
    WHERE p.organization = ${organization} AND p.campaign = ANY (${ids}) GROUP BY p.campaign`.execute(db)
  const counts = new Map(
    rows.map(({ id, ...each }) => [id, { ...each, machines: each.machines - each.unsure }]),
  )
  return new Map(ids.map((id) => [id, counts.get(id) ?? noCounts]))
}

/** Those of a campaign with nobody in it. */
const noCounts: CampaignCounts = {
  people: 0,
  completed: 0,
  problems: 0,
  came: 0,
  machines: 0,
  unsure: 0,
  reached: 0,
}

/** The `utm_` values of a campaign's links. */
export function readUtm({ utm }: Pick<CampaignRow, 'utm'>): Utm {
  return JSON.parse(utm) as Utm
}

/** A campaign as the API returns it, before any counts. */
export function toCampaign(row: CampaignRow): Campaign {
  const { id, name, template, language, status, control } = row
  const utm = readUtm(row)
  const isKnown = campaignStatuses.some((each) => each === status)
  return {
    id,
    name,
    template,
    language,
    status: isKnown ? (status as CampaignStatus) : 'ended',
    control,
    ...(Object.keys(utm).length > 0 && { utm }),
    ...noCounts,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
