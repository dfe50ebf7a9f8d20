import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { blanksMark } from '../../content/gap.ts'
import type { CampaignKey } from '../sql.ts'

/** Records of a campaign with exactly the same gaps. */
export interface GapRow {
  /** See `encodeGaps`. */
  gaps: string
  count: number
  /** Addresses or names of some of the people. */
  examples: string[]
}

const mostExamples = 5

/** The gaps of a campaign's records, identical ones grouped, in the order of its lists. */
export async function groupGaps(db: Database, { organization, campaign }: CampaignKey): Promise<GapRow[]> {
  const { rows } = await sql<GapRow>`
    SELECT c.gaps, count(*) AS count,
      (array_agg(coalesce(l.email, p.name, '') ORDER BY l.list, l.line))[1:${sql.lit(mostExamples)}] AS examples
    FROM content c
    JOIN place l ON l.organization = ${organization} AND l.made = c.id
    LEFT JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    WHERE c.organization = ${organization} AND c.campaign = ${campaign} AND c.gaps IS NOT NULL
    GROUP BY c.gaps ORDER BY min(l.list), min(l.line)`.execute(db)
  return rows
}

/** The gaps of a campaign's records once more for blanks, with the content of one of the records; the most frequent first. */
export async function groupBlanks(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<(GapRow & { content: string })[]> {
  const { rows } = await sql<GapRow & { content: string }>`
    SELECT g.gaps, g.count, g.examples, c.content FROM (
      SELECT c.gaps, count(*) AS count, (array_agg(c.id ORDER BY l.list, l.line))[1] AS one,
        (array_agg(coalesce(l.email, p.name, '') ORDER BY l.list, l.line))[1:${sql.lit(mostExamples)}] AS examples
      FROM content c
      JOIN place l ON l.organization = ${organization} AND l.made = c.id
      LEFT JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
      WHERE c.organization = ${organization} AND c.campaign = ${campaign} AND strpos(c.gaps, ${blanksMark}) > 0
      GROUP BY c.gaps) AS g
    JOIN content c ON c.organization = ${organization} AND c.id = g.one
    ORDER BY g.count DESC, g.gaps`.execute(db)
  return rows
}
