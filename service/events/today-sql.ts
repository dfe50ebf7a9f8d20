import { sql } from 'kysely'
import type { ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import { decodeTally, decodeVisit } from './event-codec.ts'
import type { MeasuredColumns, VisitedRecord } from './presence-sql.ts'
import type { Day } from './results.ts'
import type { ReportTally, VisitState } from './tally.ts'

/** A recently visited record, with its recent visits. */
export interface RecentRow extends VisitedRecord {
  reached: boolean
  lastVisitAt: Date
  visits: VisitState[]
}

type RecordRow = Omit<RecentRow, 'analytics' | 'visits'> & MeasuredColumns

/**
 * The `most` most read records among those last visited in the last `days`, with their visits of this time. They are
 * ranked by all visits, which seldom differs from a ranking by the recent ones.
 */
export async function listRecent(
  db: Database,
  organization: string,
  { days, most }: { days: number; most: number },
): Promise<RecentRow[]> {
  const { rows } = await sql<RecordRow>`
    SELECT t.content, c.template, c.analytics, c.content AS items, c.measured, c.prospect, p.name, p.email, p.company, p.domain, t.reached,
      t.last_visit AS "lastVisitAt"
    FROM tally t
    JOIN content c ON c.organization = t.organization AND c.id = t.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    WHERE t.organization = ${organization} AND t.last_visit > now() - make_interval(days => ${days})
    ORDER BY t.reached DESC, t.ms + 10000 * t.clicks DESC, t.last_visit DESC LIMIT ${most}`.execute(db)
  const visits = await visitsSince(
    db,
    organization,
    rows.map(({ content }) => content),
    days,
  )
  return rows.map(({ items, measured, ...row }) => ({
    ...row,
    analytics: decodeMeasuredItems({ analytics: row.analytics, content: items, measured }).analytics,
    visits: visits.get(row.content) ?? [],
  }))
}

/** Days are those of UTC: `current_date` is that of the database's time zone. */
const utcToday = sql`(now() AT TIME ZONE 'UTC')::date`

/** The counted visits of these records with a batch in the last `days`, by record. */
async function visitsSince(
  db: Database,
  organization: string,
  contents: string[],
  days: number,
): Promise<Map<string, VisitState[]>> {
  const rows = await db
    .selectFrom('visit')
    .select(['content', 'state'])
    .where('organization', '=', organization)
    .where(sql<boolean>`content = ANY (${contents})`)
    .where('counted', '=', true)
    .where('touched', '>=', sql<string>`${utcToday} - ${days}::integer`)
    .execute()
  const byContent = Map.groupBy(rows, ({ content }) => content)
  return new Map(
    [...byContent].map(([content, all]) => [content, all.map(({ state }) => decodeVisit(state))]),
  )
}

/** The days with figures among the last `days` (UTC), oldest first. */
export async function listDays(db: Database, organization: string, days: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT day, sum(visits) AS visits, sum(views) AS views, sum(clicks) AS clicks, sum(ms) AS ms
    FROM tally_day WHERE organization = ${organization}
      AND day > ${utcToday} - ${days}::integer
    GROUP BY day ORDER BY day`.execute(db)
  return rows
}

/** A record of which an item is missing or refused in all recent visits. */
export interface BrokenRow {
  template: string
  /** The items that its reports are about, by position. */
  content: Pick<ContentItem, 'selector' | 'type'>[]
  report: ReportTally[]
}

/** Up to `most` broken records (see `healthOf`) that were visited in the last `days`. */
export async function listBroken(
  db: Database,
  organization: string,
  { days, most }: { days: number; most: number },
): Promise<BrokenRow[]> {
  const { rows } = await sql<MeasuredColumns & { template: string; state: string; dropped: string }>`
    SELECT c.template, c.analytics, c.content AS items, c.measured, t.state, t.dropped
    FROM tally t JOIN content c ON c.organization = t.organization AND c.id = t.content
    WHERE t.organization = ${organization} AND t.health = 'broken'
      AND t.last_visit > now() - make_interval(days => ${days})
    ORDER BY t.last_visit DESC LIMIT ${most}`.execute(db)
  return rows.map(({ template, analytics, items, measured, state, dropped }) => ({
    template,
    content: decodeMeasuredItems({ analytics, content: items, measured }).content,
    report: decodeTally(state, dropped).report,
  }))
}

/** The receivers of callbacks that were given up. */
export async function listGivenUp(
  db: Database,
  organization: string,
): Promise<{ url: string; deliveries: number; error: string | null }[]> {
  const { rows } = await sql<{ url: string; deliveries: number; error: string | null }>`
    SELECT url, count(*) AS deliveries, max(last_error) AS error
    FROM message WHERE organization = ${organization} AND webhook IS NULL AND state = 'dead'
    GROUP BY url ORDER BY count(*) DESC LIMIT 20`.execute(db)
  return rows
}
