import { type RawBuilder, sql } from 'kysely'
import type { AnalyticsType } from '../../wire/event.ts'
import type { Database } from '../base/database/database.ts'
import { isBehind } from '../base/database/sql.ts'
import type { PageQuery } from '../base/http/list-page.ts'
import { parseAdditional } from '../prospects/owner.ts'
import type { StoredEvent } from './event-export-sql.ts'
import type { KindReason, VisitKind } from './kinds.ts'

/** What a visit did with one analytics item. */
export interface DoneItem {
  item: string
  /** What people call it. */
  name?: string
  type: AnalyticsType
  ms: number
}

/** A person and one of their visits, for an alert. */
export interface ToldVisit {
  prospect: string
  name: string | null
  email: string | null
  company: string | null
  domain: string | null
  role: string | null
  industry: string | null
  linkedin: string | null
  additional: Record<string, unknown>
  template: string
  language: string
  goal: string | null
  campaignName: string | null
  /** The first visit is 1. */
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
  const { rows } = await sql<Omit<ToldVisit, 'items' | 'additional'> & { additional: string | null }>`
    SELECT p.id AS prospect, p.name, p.email, p.company, p.domain, p.role, p.industry, p.linkedin, p.additional,
      c.template, c.language, c.goal, m.name AS "campaignName", (
        SELECT count(*) FROM visit v JOIN visit o ON o.organization = v.organization AND o.content = v.content
        WHERE v.organization = c.organization AND v.content = c.id AND v.visit = ${visit}
          AND o.counted AND (o.began_at, o.visit) <= (v.began_at, v.visit)) AS number
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE c.organization = ${organization} AND c.id = ${content}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const additional = parseAdditional(row.additional)
  return { ...row, additional, items: await listDone(db, organization, content, visit) }
}

/** What a visit did, by item, the longest read first. */
async function listDone(
  db: Database,
  organization: string,
  content: string,
  visit: string,
): Promise<DoneItem[]> {
  const { rows } = await sql<DoneItem>`
    SELECT e.item, e.type, coalesce(sum(e.ms), 0) AS ms
    FROM visit v
    JOIN event e ON e.organization = v.organization AND e.content = v.content AND e.visit = v.visit AND e.day = v.day
    WHERE v.organization = ${organization} AND v.content = ${content} AND v.visit = ${visit} AND e.item IS NOT NULL
    GROUP BY e.item, e.type ORDER BY coalesce(sum(e.ms), 0) DESC, e.item`.execute(db)
  return rows
}

/** The visit that began last; undefined if nobody came. */
export async function findLastVisit(
  db: Database,
  organization: string,
): Promise<{ content: string; visit: string } | undefined> {
  const { rows } = await sql<{ content: string; visit: string }>`
    SELECT content, visit FROM visit WHERE organization = ${organization} AND counted
    ORDER BY seen_minute DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** A content record and the person that it is for, for the body of a notice. */
export interface RecordPerson {
  content: string
  pattern: string
  template: string
  language: string
  goal: string | null
  prospect: string
  email: string | null
  name: string | null
  company: string | null
  /** JSON: what else is known of the person. */
  additional: string | null
  campaign: string | null
  campaignName: string | null
  /** JSON: the `utm_` values of the campaign's links. */
  utm: string | null
}

/** Reads a content record and its person; undefined where it is gone. */
export async function findRecordPerson(
  db: Database,
  organization: string,
  content: string,
): Promise<RecordPerson | undefined> {
  const { rows } = await sql<RecordPerson>`
    SELECT c.id AS content, c.pattern, c.template, c.language, c.goal, p.id AS prospect, p.email, p.name, p.company,
      p.additional, m.id AS campaign, m.name AS "campaignName", m.utm
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE c.organization = ${organization} AND c.id = ${content}`.execute(db)
  return rows[0]
}

/** A visit and its events, in order. */
export interface VisitRow {
  visit: string
  /** Milliseconds since 1970. */
  began: number
  kind: VisitKind
  why: KindReason
  events: StoredEvent[]
}

/** Where a page of visits ends: milliseconds since 1970 as text, and the visit. */
export type VisitPosition = [began: string, visit: string]

/** Cursors have milliseconds since 1970. */
const beganAt = sql`(extract(epoch FROM began_at) * 1000)::bigint`

/** The column of the verdict as it is now: who is unsure and was not heard of for half an hour is told as a machine. */
function now(column: 'kind' | 'why', later: string) {
  return sql`CASE WHEN kind = 'unsure' AND NOT is_unsure(kind, seen_minute) THEN ${sql.lit(later)} ELSE ${sql.ref(column)} END`
}

/**
 * How many of the next visits have no more than `most` events together. The size of a page does not bound what is read: a
 * visit may have a thousand.
 */
export async function countFitting(
  db: Database,
  organization: string,
  content: string,
  { after, limit }: PageQuery<VisitPosition>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    SELECT count(*) AS visits FROM (
      SELECT sum(received) OVER (ORDER BY began_at, visit) AS events FROM visit
      WHERE organization = ${organization} AND content = ${content} AND ${isAfter(after)}
      ORDER BY began_at, visit LIMIT ${limit}) AS next
    WHERE events <= ${most}`.execute(db)
  return rows[0]?.visits ?? 0
}

function isAfter(after: VisitPosition | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`
  return isBehind(false, [beganAt, sql`visit`], [sql`${after[0]}::bigint`, sql`${after[1]}`])
}

/** The visits of a record after `after`, by machines too, in the order in which they began; none of a test prospect. */
export async function listVisits(
  db: Database,
  organization: string,
  content: string,
  { after, limit }: PageQuery<VisitPosition>,
): Promise<VisitRow[]> {
  const { rows } = await sql<Omit<VisitRow, 'events'> & { day: string }>`
    SELECT visit, ${beganAt} AS began, day, ${now('kind', 'machine')} AS kind, ${now('why', 'still')} AS why FROM visit
    WHERE organization = ${organization} AND content = ${content} AND ${isAfter(after)}
      AND NOT (SELECT test FROM content WHERE organization = ${organization} AND id = ${content})
    ORDER BY began_at, visit LIMIT ${limit}`.execute(db)
  const days = [...new Set(rows.map(({ day }) => day))]
  const visits = rows.map(({ visit }) => visit)
  const { rows: events } = await sql<StoredEvent>`
    SELECT visit, seq, item, type, happened_at AS date, button, ms FROM event
    WHERE day = ANY (${days}::date[]) AND organization = ${organization} AND content = ${content}
      AND visit = ANY (${visits}) AND item IS NOT NULL
    ORDER BY happened_at, seq`.execute(db)
  const byVisit = Map.groupBy(events, ({ visit }) => visit)
  return rows.map(({ day: _, ...row }) => ({ ...row, events: byVisit.get(row.visit) ?? [] }))
}
