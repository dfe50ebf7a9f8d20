import { sql } from 'kysely'
import type { ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { testEvent } from '../base/outbox/happenings.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import { withoutPayloads } from '../content/sql.ts'
import { dayOf } from './event-days-sql.ts'
import type { MeasuredColumns, VisitedRecord } from './presence-sql.ts'
import type { Day } from './results.ts'
import type { Interest, Weeks } from './today.ts'

/** A recently visited record, and what its recent visits did. */
export interface RecentRow extends VisitedRecord {
  reached: boolean
  lastVisitAt: Date
  firstVisitAt: Date
  done: boolean
  pattern: string
  additional: string | null
  campaign: string | null
  campaignName: string | null
  utm: string | null
  visits: number
  items: Interest[]
}

type RecordRow = Omit<RecentRow, 'analytics' | 'visits' | 'items'> & MeasuredColumns

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
    SELECT t.content, c.template, c.analytics, ${withoutPayloads('c.content')} AS items, c.measured, c.prospect, p.name, p.email, p.company, p.domain, t.reached,
      t.last_visit AS "lastVisitAt", coalesce(t.first_visit, t.last_visit) AS "firstVisitAt",
      coalesce(t.done_at >= t.last_visit, false) AS done, c.pattern, p.additional, m.id AS campaign,
      m.name AS "campaignName", m.utm
    FROM tally t
    JOIN content c ON c.organization = t.organization AND c.id = t.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE t.organization = ${organization} AND t.last_visit > now() - make_interval(days => ${days})
    ORDER BY t.reached DESC, t.ms + 10000 * t.clicks DESC, t.last_visit DESC LIMIT ${most}`.execute(db)
  const contents = rows.map(({ content }) => content)
  const since = dayOf(Date.now() - days * dayMs)
  const visits = await countVisits(db, organization, contents, since)
  const done = await interestsIn(db, organization, contents, since)
  return rows.map(({ items, measured, ...row }) => ({
    ...row,
    analytics: decodeMeasuredItems({ analytics: row.analytics, content: items, measured }).analytics,
    visits: visits.get(row.content) ?? 0,
    items: done.get(row.content) ?? [],
  }))
}

const dayMs = 24 * 60 * 60 * 1000

/** Days are those of UTC: `current_date` is that of the database's time zone. */
const utcToday = sql`(now() AT TIME ZONE 'UTC')::date`

/** How many counted visits of these records were first heard of since a day, by record. */
async function countVisits(
  db: Database,
  organization: string,
  contents: string[],
  since: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ content: string; visits: number }>`
    SELECT content, count(*) AS visits FROM visit
    WHERE organization = ${organization} AND content = ANY (${contents}) AND counted AND day >= ${since}::date
    GROUP BY content`.execute(db)
  return new Map(rows.map(({ content, visits }) => [content, visits]))
}

/** What these visits did with each item, by record. */
async function interestsIn(
  db: Database,
  organization: string,
  contents: string[],
  since: string,
): Promise<Map<string, Interest[]>> {
  const { rows } = await sql<Interest & { content: string }>`
    SELECT v.content, e.item, e.type, count(DISTINCT e.visit) AS visits, coalesce(sum(e.ms), 0) AS ms
    FROM visit v
    JOIN event e ON e.organization = v.organization AND e.content = v.content AND e.visit = v.visit AND e.day = v.day
    WHERE v.organization = ${organization} AND v.content = ANY (${contents}) AND v.counted AND v.day >= ${since}::date
      AND e.day >= ${since}::date AND e.item IS NOT NULL
    GROUP BY v.content, e.item, e.type`.execute(db)
  const byContent = Map.groupBy(rows, ({ content }) => content)
  return new Map(
    [...byContent].map(([content, items]) => [content, items.map(({ content: _, ...item }) => item)]),
  )
}

/** The days with figures among the last `days` (UTC), oldest first. */
export async function listDays(db: Database, organization: string, days: number): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT day, sum(visits) AS visits, sum(views) AS views, sum(clicks) AS clicks, sum(ms) AS ms
    FROM tally_day WHERE organization = ${organization}
      AND day > ${utcToday} - ${days}::integer
    GROUP BY day HAVING sum(visits + views + clicks + ms) > 0 ORDER BY day`.execute(db)
  return rows
}

/**
 * Says of the visitor of a record that they need no call any more, until they come again; or that they do. False: there is
 * none. A visit that is found to be a person's later was not known yet, however early it began.
 */
export async function setDone(
  db: Database,
  { organization, content }: { organization: string; content: string },
  done: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE tally SET done_at = CASE WHEN ${done}::boolean THEN last_visit END
    WHERE organization = ${organization} AND content = ${content}`.execute(db)
  return numAffectedRows > 0n
}

/**
 * What came together in the last seven days and in those before, and on each of them. Days are counted: a series of dates is
 * one of midnights in the database's time zone, and on the day on which clocks go forward there may be none.
 */
export async function readWeeks(db: Database, organization: string): Promise<Weeks> {
  const { rows } = await sql<Weeks['days'][number] & { week: number; before: number }>`
    WITH figures AS MATERIALIZED (
      SELECT d.day, c.prospect, d.visits, d.ms
      FROM tally_day d JOIN content c ON c.organization = d.organization AND c.id = d.content
      WHERE d.organization = ${organization} AND d.day > ${utcToday} - 14
    ), came AS (
      SELECT day, count(DISTINCT prospect) FILTER (WHERE visits > 0) AS people, sum(visits) AS visits, sum(ms) AS ms
      FROM figures GROUP BY day
    ), reached AS (
      SELECT (reached_at AT TIME ZONE 'UTC')::date AS day, count(*) AS goals FROM tally
      WHERE organization = ${organization} AND last_visit > now() - interval '15 days' AND reached_at IS NOT NULL GROUP BY 1
    ), people AS (
      SELECT count(DISTINCT prospect) FILTER (WHERE day > ${utcToday} - 7) AS week,
        count(DISTINCT prospect) FILTER (WHERE day <= ${utcToday} - 7) AS before
      FROM figures WHERE visits > 0
    )
    SELECT days.day, coalesce(came.people, 0) AS people, coalesce(visits, 0) AS visits,
      coalesce(goals, 0) AS goals, coalesce(ms, 0) AS ms, people.week, people.before
    FROM (SELECT ${utcToday} - ago AS day FROM generate_series(0, 13) AS ago) AS days
    LEFT JOIN came ON came.day = days.day LEFT JOIN reached ON reached.day = days.day CROSS JOIN people
    ORDER BY days.day`.execute(db)
  const { week = 0, before = 0 } = rows[0] ?? {}
  const days = rows.map(({ week: _week, before: _before, ...day }) => day)
  return {
    week: { ...sumOf(days.slice(7)), people: week },
    before: { ...sumOf(days.slice(0, 7)), people: before },
    days,
  }
}

function sumOf(days: Weeks['days']): Omit<Weeks['week'], 'people'> {
  const sum = (key: 'visits' | 'goals' | 'ms') => days.reduce((total, day) => total + day[key], 0)
  return { visits: sum('visits'), goals: sum('goals'), ms: sum('ms') }
}

/** What one of the latest visits to a template reported. */
export interface ReportedVisit {
  template: string
  /** The items that the report is about, by position. */
  content: Pick<ContentItem, 'selector' | 'type'>[]
  /** A letter for each: see `reportLetters`. */
  report: string
  beganAt: Date
}

/** Of how many visits of the organization the latest ones of each template are chosen. */
const mostVisits = 5000

/**
 * The latest visits of each template in the last `days` that reported, `each` of a template at most, the newest first. Templates that
 * are deleted have none: nobody can mend them.
 */
export async function listReportedVisits(
  db: Database,
  organization: string,
  { days, each }: { days: number; each: number },
): Promise<ReportedVisit[]> {
  const { rows } = await sql<MeasuredColumns & Omit<ReportedVisit, 'content'>>`
    SELECT template, analytics, ${withoutPayloads('latest.items')} AS items, measured, report, began_at AS "beganAt" FROM (
      SELECT c.template, c.analytics, c.content AS items, c.measured, v.report, v.began_at,
        row_number() OVER (PARTITION BY c.template ORDER BY v.began_at DESC, v.visit) AS number
      FROM (
        SELECT content, visit, began_at, report FROM visit
        WHERE organization = ${organization} AND counted AND reported IS NOT NULL
          AND seen_minute > extract(epoch FROM now() - make_interval(days => ${days})) / 60
        ORDER BY seen_minute DESC LIMIT ${sql.lit(mostVisits)}) AS v
      JOIN content c ON c.organization = ${organization} AND c.id = v.content
      WHERE NOT EXISTS (
        SELECT FROM stored_template t WHERE t.organization = ${organization} AND t.name = c.template AND t.deleted
          AND NOT EXISTS (SELECT FROM template f WHERE f.name = t.name))
    ) AS latest
    WHERE number <= ${each} ORDER BY template, number`.execute(db)
  return rows.map(({ template, analytics, items, measured, report, beganAt }) => ({
    template,
    content: decodeMeasuredItems({ analytics, content: items, measured }).content,
    report,
    beganAt,
  }))
}

/**
 * The receivers of callbacks that were given up, and why the latest was. Of an address the scheme and the host are told:
 * its path and query may be secret, and those of each record may be others.
 */
export async function listGivenUp(
  db: Database,
  organization: string,
): Promise<{ url: string; deliveries: number; error: string | null }[]> {
  const { rows } = await sql<{ url: string; deliveries: number; error: string | null }>`
    SELECT substring(url FROM '^[^/]*//[^/?#]*') AS url, count(*) AS deliveries,
      (array_agg(last_error ORDER BY tried_at DESC))[1] AS error
    FROM message WHERE organization = ${organization} AND url IS NOT NULL AND state = 'dead'
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20`.execute(db)
  return rows
}

/**
 * The receivers of webhooks that have given up events and taken nothing since, not even a test, and why they gave up the latest.
 * Their addresses are told as those of callbacks.
 */
export async function listFailingWebhooks(
  db: Database,
  organization: string,
): Promise<{ url: string; deliveries: number; error: string | null }[]> {
  const { rows } = await sql<{ url: string; deliveries: number; error: string | null }>`
    SELECT substring(w.url FROM '^[^/]*//[^/?#]*') AS url, count(*) AS deliveries,
      (array_agg(m.last_error ORDER BY m.tried_at DESC))[1] AS error
    FROM webhook w JOIN message m ON m.organization = w.organization AND m.webhook = w.id
    WHERE w.organization = ${organization} AND m.state = 'dead' AND m.type <> ${testEvent}
      AND NOT EXISTS (
        SELECT FROM message t WHERE t.organization = m.organization AND t.webhook = m.webhook
          AND t.state = 'delivered' AND t.tried_at > m.tried_at)
    GROUP BY 1 ORDER BY count(*) DESC, 1`.execute(db)
  return rows
}
