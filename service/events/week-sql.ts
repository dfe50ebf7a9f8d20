import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/** A time between two moments, in milliseconds since 1970: from the first, to before the second. */
interface Span {
  from: number
  to: number
}

/** What came together in a time. */
export interface SpanSums {
  people: number
  visits: number
  /** People who reached the goal for the first time. */
  goals: number
  ms: number
}

/** The sums of a time, of visits that began then. */
export async function sumSpan(db: Database, organization: string, span: Span): Promise<SpanSums> {
  const { rows } = await sql<SpanSums>`
    SELECT count(DISTINCT c.prospect) AS people, count(*) AS visits, coalesce(sum(v.ms), 0) AS ms, (
      SELECT count(*) FROM tally WHERE organization = ${organization} AND ${reachedIn(span)}) AS goals
    FROM (SELECT content, ms FROM visit WHERE organization = ${organization} AND ${beganIn(span)}) AS v
    JOIN content c ON c.organization = ${organization} AND c.id = v.content`.execute(db)
  return rows[0] ?? { people: 0, visits: 0, goals: 0, ms: 0 }
}

/** A campaign in a time in which somebody came. */
export interface CampaignSpan {
  id: string
  name: string
  /** Percentage of companies in the control group. */
  control: number
  came: number
  reached: number
}

/** The campaigns whose people came or reached the goal in a time, the busiest first. */
export async function listCampaignsIn(
  db: Database,
  organization: string,
  span: Span,
  most: number,
): Promise<CampaignSpan[]> {
  const { rows } = await sql<CampaignSpan>`
    SELECT m.id, m.name, m.control, count(*) FILTER (WHERE v.came) AS came,
      count(*) FILTER (WHERE ${reachedIn(span)}) AS reached
    FROM (
      SELECT content, bool_or(came) AS came FROM (
        SELECT content, true AS came FROM visit WHERE organization = ${organization} AND ${beganIn(span)}
        UNION ALL
        SELECT content, false FROM tally WHERE organization = ${organization} AND ${reachedIn(span)}) AS did
      GROUP BY content) AS v
    JOIN content c ON c.organization = ${organization} AND c.id = v.content
    JOIN campaign m ON m.organization = ${organization} AND m.id = c.campaign AND m.status <> 'deleted'
    JOIN tally t ON t.organization = ${organization} AND t.content = v.content
    GROUP BY m.id, m.name, m.control ORDER BY count(*) DESC, m.id LIMIT ${most}`.execute(db)
  return rows
}

/** A visit is seen when it began, or later: `seen_minute` has the index. */
function beganIn({ from, to }: Span) {
  return sql<boolean>`counted AND seen_minute >= ${Math.floor(from / 60_000)}
    AND began_at >= to_timestamp(${from}::float8 / 1000) AND began_at < to_timestamp(${to}::float8 / 1000)`
}

/** How many days a page may be open before its visitor reaches the goal: the index has when a visit began. */
const mostOpenDays = 7

function reachedIn({ from, to }: Span) {
  return sql<boolean>`last_visit >= to_timestamp(${from}::float8 / 1000) - make_interval(days => ${sql.lit(mostOpenDays)})
    AND reached_at >= to_timestamp(${from}::float8 / 1000) AND reached_at < to_timestamp(${to}::float8 / 1000)`
}
