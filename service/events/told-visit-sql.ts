import { sql } from 'kysely'
import type { AnalyticsType } from '../../wire/event.ts'
import type { Database } from '../base/database/database.ts'
import { parseAdditional } from '../prospects/owner.ts'

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
  additional: Record<string, unknown>
  template: string
  goal: string | null
  campaignName: string | null
  /** The first visit is 1. */
  number: number
  items: DoneItem[]
}

/** Reads a person and one of their visits; undefined if the record is gone, or the visit turned out to be a machine's. */
export async function findToldVisit(
  db: Database,
  organization: string,
  content: string,
  visit: string,
): Promise<ToldVisit | undefined> {
  const { rows } = await sql<Omit<ToldVisit, 'items' | 'additional'> & { additional: string | null }>`
    SELECT p.id AS prospect, p.name, p.email, p.company, p.domain, p.role, p.additional, c.template, c.goal,
      m.name AS "campaignName", (
        SELECT count(*) FROM visit v JOIN visit o ON o.organization = v.organization AND o.content = v.content
        WHERE v.organization = c.organization AND v.content = c.id AND v.visit = ${visit}
          AND o.counted AND (o.began_at, o.visit) <= (v.began_at, v.visit)) AS number
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE c.organization = ${organization} AND c.id = ${content}`.execute(db)
  const [row] = rows
  if (!row || !(await isCounted(db, organization, content, visit))) return undefined
  const additional = parseAdditional(row.additional)
  return { ...row, additional, items: await listDone(db, organization, content, visit) }
}

/** Whether a visit is in the results: a person's. */
export async function isCounted(
  db: Database,
  organization: string,
  content: string,
  visit: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM visit WHERE organization = ${organization} AND content = ${content} AND visit = ${visit} AND counted`.execute(
    db,
  )
  return rows.length > 0
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
