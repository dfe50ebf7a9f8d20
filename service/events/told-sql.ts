import { sql } from 'kysely'
import type { AnalyticsType } from '../../wire/event.ts'
import type { Database } from '../base/database/database.ts'
import type { PersonColumns } from '../base/database/sql.ts'
import type { ContentRow } from '../content/sql.ts'
import { parseAdditional } from '../prospects/owner.ts'

/** What a visit did with one analytics item. */
export interface DoneItem {
  item: string
  name?: string
  type: AnalyticsType
  ms: number
}

/** A content record and the person that it is for. */
export interface RecordPerson
  extends Omit<PersonColumns, 'profile'>,
    Pick<ContentRow, 'pattern' | 'template' | 'language' | 'goal' | 'campaign' | 'prospect'> {
  content: string
  campaignName: string | null
  /** JSON: the `utm_` values of the campaign's links. */
  utm: string | null
}

/** Reads a content record and its person; undefined if it is gone. */
export async function findRecordPerson(
  db: Database,
  organization: string,
  content: string,
): Promise<RecordPerson | undefined> {
  const { rows } = await sql<RecordPerson>`
    SELECT c.id AS content, c.pattern, c.template, c.language, c.goal, p.id AS prospect, p.email, p.name, p.company,
      p.domain, p.role, p.industry, p.linkedin, p.additional, m.id AS campaign, m.name AS "campaignName", m.utm
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE c.organization = ${organization} AND c.id = ${content}`.execute(db)
  return rows[0]
}

/** A person and one of their visits, for an alert. */
export interface ToldVisit extends Omit<RecordPerson, 'additional'> {
  additional: Record<string, unknown>
  number: number
  items: DoneItem[]
}

/** Reads a person and one of their visits; undefined if the record is gone. */
export async function findToldVisit(
  db: Database,
  organization: string,
  content: string,
  visit: string,
): Promise<ToldVisit | undefined> {
  const person = await findRecordPerson(db, organization, content)
  if (!person) return undefined
  const { rows } = await sql<{ number: number }>`
    SELECT count(*) AS number FROM visit v JOIN visit o ON o.organization = v.organization AND o.content = v.content
    WHERE v.organization = ${organization} AND v.content = ${content} AND v.visit = ${visit}
      AND is_person(o) AND (o.began_at, o.visit) <= (v.began_at, v.visit)`.execute(db)
  const { rows: items } = await sql<DoneItem>`
    SELECT e.item, e.type, coalesce(sum(e.ms), 0) AS ms
    FROM visit v
    JOIN event e ON e.organization = v.organization AND e.content = v.content AND e.visit = v.visit AND e.day = v.day
    WHERE v.organization = ${organization} AND v.content = ${content} AND v.visit = ${visit} AND e.item IS NOT NULL
    GROUP BY e.item, e.type ORDER BY coalesce(sum(e.ms), 0) DESC, e.item`.execute(db)
  return { ...person, additional: parseAdditional(person.additional), number: rows[0]?.number ?? 0, items }
}

/** The visit that began last; undefined if nobody came. */
export async function findLastVisit(
  db: Database,
  organization: string,
): Promise<{ content: string; visit: string } | undefined> {
  const { rows } = await sql<{ content: string; visit: string }>`
    SELECT content, visit FROM visit v WHERE organization = ${organization} AND is_person(v)
    ORDER BY seen_minute DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** A time between two moments, in milliseconds since 1970: from the first, to before the second. */
interface Span {
  from: number
  to: number
}

/** What came together in a time. */
export interface SpanSums {
  people: number
  visits: number
  goals: number
  ms: number
}

/** The sums of a time, of visits that began then. */
export async function sumSpan(db: Database, organization: string, span: Span): Promise<SpanSums> {
  const { rows } = await sql<SpanSums>`
    SELECT count(DISTINCT c.prospect) AS people, count(*) AS visits, coalesce(sum(v.ms), 0) AS ms, (
      SELECT count(*) FROM tally WHERE organization = ${organization} AND ${reachedIn(span)}) AS goals
    FROM (SELECT content, ms FROM visit v WHERE organization = ${organization} AND ${beganIn(span)}) AS v
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
        SELECT content, true AS came FROM visit v WHERE organization = ${organization} AND ${beganIn(span)}
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
  return sql<boolean>`is_person(v) AND seen_minute >= ${Math.floor(from / 60_000)}
    AND began_at >= to_timestamp(${from}::float8 / 1000) AND began_at < to_timestamp(${to}::float8 / 1000)`
}

/** How many days a page may be open before its visitor reaches the goal: the index has when a visit began. */
const mostOpenDays = 7

function reachedIn({ from, to }: Span) {
  return sql<boolean>`last_visit >= to_timestamp(${from}::float8 / 1000) - make_interval(days => ${sql.lit(mostOpenDays)})
    AND reached_at >= to_timestamp(${from}::float8 / 1000) AND reached_at < to_timestamp(${to}::float8 / 1000)`
}
