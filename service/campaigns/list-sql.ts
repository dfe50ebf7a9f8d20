import { sql } from 'kysely'
import { timeOf } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import type { Campaign } from './campaign.ts'
import { type CampaignRow, existingCampaigns } from './sql.ts'

/** What a list of campaigns is sorted by; ids decide between equals. Each has an index. */
export type CampaignSort = 'created' | 'name'

export interface CampaignPart {
  sort: CampaignSort
  descending: boolean
  /** The last campaign of the previous page: its creation time, or its name in lower case, and its id. */
  after?: [key: string | number, id: string] | undefined
  limit: number
}

/** A campaign, and its name as it is sorted. */
export type ListedCampaign = CampaignRow & { label: string }

/** One page of the organization's campaigns. */
export async function listCampaigns(
  db: Database,
  organization: string,
  { sort, descending, after, limit }: CampaignPart,
): Promise<ListedCampaign[]> {
  const direction = descending ? 'desc' : 'asc'
  const label = sql<string>`lower(name)`
  const column = sort === 'created' ? sql`created_at` : label
  const query = existingCampaigns(db, organization)
    .select(label.as('label'))
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
  if (!after) return query.execute()
  const [key, id] = after
  const from = sort === 'created' ? timeOf(key) : sql`${key}::text`
  return query.where(sql<boolean>`(${column}, id) ${descending ? sql`<` : sql`>`} (${from}, ${id})`).execute()
}

export type CampaignCounts = Pick<Campaign, 'people' | 'completed' | 'problems' | 'came' | 'reached'>

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
      GROUP BY campaign)
    SELECT p.campaign AS id, count(*) FILTER (WHERE p.text IS NULL) AS people,
      count(*) FILTER (WHERE p.prospect IS NOT NULL)
        - coalesce((SELECT count FROM unfinished WHERE unfinished.campaign = p.campaign), 0) AS completed,
      count(*) FILTER (WHERE p.text IS NOT NULL) AS problems,
      count(*) FILTER (WHERE t.visits > 0) AS came, count(*) FILTER (WHERE t.reached) AS reached
    FROM place p
    LEFT JOIN tally t ON t.organization = ${organization} AND t.content = p.content
    WHERE p.organization = ${organization} AND p.campaign = ANY (${ids}) GROUP BY p.campaign`.execute(db)
  const counts = new Map(rows.map(({ id, ...each }) => [id, each]))
  return new Map(ids.map((id) => [id, counts.get(id) ?? none]))
}

const none: CampaignCounts = { people: 0, completed: 0, problems: 0, came: 0, reached: 0 }
