import { sql } from 'kysely'
import type { ContentItem } from '../../../wire/record.ts'
import type { Database } from '../../base/database/database.ts'
import { blanksMark, noGaps } from '../../content/gap.ts'
import type { CampaignReview } from '../campaign.ts'
import { type CampaignKey, ofCampaign } from '../sql.ts'

/** Whether the page of `c` lacks something. Which cases it has says nothing of that. */
export const lacks = sql<boolean>`strpos(coalesce(c.gaps, ${noGaps}), ${noGaps}) <> 1
  OR strpos(coalesce(c.gaps, ''), ${blanksMark}) > 0`

/** How far the review of a campaign's pages is. */
export async function countReviews(db: Database, { organization, campaign }: CampaignKey) {
  const { rows } = await sql<CampaignReview>`
    SELECT count(*) FILTER (WHERE c.approved) AS approved,
      count(*) FILTER (WHERE NOT coalesce(c.approved, false)) AS waiting, count(*) FILTER (WHERE ${lacks}) AS missing
    FROM place l LEFT JOIN content c ON c.organization = ${organization} AND c.id = l.content
    WHERE l.organization = ${organization} AND l.campaign = ${campaign} AND l.text IS NULL`.execute(db)
  return rows[0] as CampaignReview
}

/** Records of a campaign that lack exactly the same. */
export interface LackingRow {
  /** See `encodeGaps`. */
  gaps: string
  count: number
  /** Addresses or names of some of the people. */
  examples: string[]
  /** What one of the records has. */
  content: ContentItem[]
}

const mostExamples = 5

/** What a campaign's records lack, identical ones grouped, in the order of its lists. */
export async function groupLacking(db: Database, { organization, campaign }: CampaignKey) {
  const { rows } = await sql<LackingRow>`
    SELECT g.gaps, g.count, g.examples, c.content::json FROM (
      SELECT c.gaps, count(*) AS count, min(l.list) AS list, min(l.line) AS line,
        (array_agg(c.id ORDER BY l.list, l.line))[1] AS first,
        (array_agg(coalesce(l.email, p.name, '') ORDER BY l.list, l.line))[1:${sql.lit(mostExamples)}] AS examples
      FROM content c
      JOIN place l ON l.organization = ${organization} AND l.made = c.id
      LEFT JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
      WHERE c.organization = ${organization} AND c.campaign = ${campaign} AND c.gaps IS NOT NULL
      GROUP BY c.gaps) AS g
    JOIN content c ON c.organization = ${organization} AND c.id = g.first
    ORDER BY g.list, g.line`.execute(db)
  return rows
}

const maxPictures = 500

/** The addresses of pictures as the records of a campaign have them, those of most people first. */
export async function listPictures(db: Database, campaign: CampaignKey) {
  const { rows } = await sql<{ payload: string; people: number }>`
    SELECT item ->> 'payload' AS payload, count(*) AS people
    FROM content, json_array_elements(content.content::json) AS item
    WHERE ${ofCampaign(campaign)} AND status = 'completed' AND item ->> 'type' = 'src'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxPictures}`.execute(db)
  return rows
}
