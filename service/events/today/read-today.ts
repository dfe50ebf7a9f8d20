import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { analyticsOf } from '../../content/measured-items.ts'
import { ownerOf, parseAdditional } from '../../prospects/owner.ts'
import { type ItemNames, withName } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import { dayOf } from '../event-days-sql.ts'
import type { Day } from '../results/operations.ts'
import { namesIn, readNamedFaults } from './faults.ts'
import type { Interest, Interested, Present, Today, VisitorOf, Weeks } from './operations.ts'

/** The address of a record's page for its prospect. Undefined if the template has no page. */
export type LinkOf = (
  organization: string,
  record: { template: string; pattern: string; utm: string | null },
) => Promise<string | undefined>

/** What Today is read from. */
export interface TodaySources {
  db: Database
  linkOf: LinkOf
  namesOf: Templates['namesOf']
}

/** A content record that is visited, and the prospect it is for. */
interface VisitedRecord {
  /** Its id. */
  content: string
  template: string
  /** What its visits are counted by: see `MeasuredItems`. */
  analytics: string
  measured: string | null
  prospect: string
  name: string | null
  email: string | null
  company: string | null
  domain: string | null
}

const visitedColumns = sql`c.id AS content, c.template, c.analytics, c.measured, c.prospect, p.name, p.email, p.company, p.domain`

function toVisitor({ prospect, content, template, name, email, company, domain }: VisitedRecord): VisitorOf {
  const label = name || email || company || domain || prospect
  return { prospect, content, label, ...(email && { email }), ...(company && { company }), template }
}

/** A visit that is not heard of for so long is over. */
const presentMinutes = 5
const mostPresent = 100

/** Who is on a page right now, each once a page, who came last first. */
export async function readPresent(
  { db, namesOf }: Pick<TodaySources, 'db' | 'namesOf'>,
  organization: string,
): Promise<Present[]> {
  const { rows } = await sql<VisitedRecord & { beganAt: Date; item: number | null }>`
    SELECT ${visitedColumns}, s.began_at AS "beganAt", s.item
    FROM (
      SELECT DISTINCT ON (content) content, began_at, seen_at, latest AS item FROM visit v
      WHERE organization = ${organization} AND is_person(v) AND NOT away
        AND seen_minute >= floor(extract(epoch FROM now()) / 60)::integer - ${presentMinutes}::integer
        AND seen_at > now() - make_interval(mins => ${presentMinutes})
      ORDER BY content, seen_at DESC) AS s
    JOIN content c ON c.organization = ${organization} AND c.id = s.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    ORDER BY s.began_at DESC LIMIT ${mostPresent}`.execute(db)
  const names = await namesIn(rows, (template) => namesOf(organization, template))
  return rows.map((row) => {
    const item = row.item === null ? undefined : analyticsOf(row)[row.item]
    const named =
      item && withName({ item: item.id, type: item.type }, names.get(row.template)?.analytics(item.id))
    return { ...toVisitor(row), since: row.beganAt.toISOString(), ...(named && { latest: named }) }
  })
}

const days = 7
const dayMs = 24 * 60 * 60 * 1000
/** How many records are ranked by interest, and how many of them are shown. */
const mostRecent = 200
const mostShown = 100

/** The rest of the Today screen, which changes more slowly. */
export async function readWeek(sources: TodaySources, organization: string): Promise<Omit<Today, 'now'>> {
  const { db } = sources
  return {
    week: rankInterested(await readInterested(sources, organization)).slice(0, mostShown),
    weeks: await readWeeks(db, organization),
    days: await listDays(db, organization),
    broken: await readNamedFaults(sources, organization),
  }
}

/** A recently visited record. */
interface RecentRow extends VisitedRecord {
  reached: boolean
  lastVisitAt: Date
  firstVisitAt: Date
  done: boolean
  pattern: string
  additional: string | null
  campaign: { id: string; name: string } | null
  utm: string | null
  visits: number
}

/**
 * The most read records among those that were visited lately, with what their recent visits did. They are chosen by all
 * visits, which seldom differs from a ranking by the recent ones.
 */
async function readInterested(
  { db, linkOf, namesOf }: TodaySources,
  organization: string,
): Promise<Interested[]> {
  const since = dayOf(Date.now() - days * dayMs)
  const { rows } = await sql<RecentRow>`
    SELECT ${visitedColumns}, t.reached, t.last_visit AS "lastVisitAt", t.first_visit AS "firstVisitAt",
      coalesce(t.done_at >= t.last_visit, false) AS done, c.pattern, p.additional, m.utm,
      CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'name', m.name) END AS campaign, (
        SELECT sum(d.visits) FROM tally_day d WHERE d.organization = ${organization} AND d.content = c.id
          AND d.day >= ${since}::date) AS visits
    FROM (
      SELECT * FROM tally WHERE organization = ${organization} AND last_visit > now() - make_interval(days => ${days})
      ORDER BY reached DESC, ms + ${clickMs}::integer * clicks DESC, last_visit DESC LIMIT ${mostRecent}) AS t
    JOIN content c ON c.organization = t.organization AND c.id = t.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    ORDER BY t.reached DESC, t.ms + ${clickMs}::integer * t.clicks DESC, t.last_visit DESC`.execute(db)
  const contents = rows.map(({ content }) => content)
  const did = await interestsIn(db, organization, contents, since)
  const names = await namesIn(rows, (template) => namesOf(organization, template))
  return Promise.all(
    rows.map(async (row) => {
      const link = await linkOf(organization, row)
      return {
        ...toInterested(row, did.get(row.content) ?? [], names.get(row.template)),
        ...(link && { link }),
      }
    }),
  )
}

function toInterested(row: RecentRow, did: Interest[], names: ItemNames | undefined): Interested {
  const owner = ownerOf(parseAdditional(row.additional))
  return {
    ...toVisitor(row),
    visits: row.visits,
    lastVisitAt: row.lastVisitAt.toISOString(),
    reached: row.reached,
    firstVisitAt: row.firstVisitAt.toISOString(),
    done: row.done,
    ...(row.campaign && { campaign: row.campaign }),
    ...(owner && { owner }),
    // In the order of the template.
    items: analyticsOf(row).flatMap(({ id, type }) =>
      did
        .filter((each) => each.item === id && each.type === type)
        .map(({ item, type, visits, ms }) => withName({ item, type, visits, ms }, names?.analytics(id))),
    ),
  }
}

/** What the visits of records since a day did with each item, by record. */
async function interestsIn(
  db: Database,
  organization: string,
  contents: string[],
  since: string,
): Promise<Map<string, Interest[]>> {
  const { rows } = await sql<Interest & { content: string }>`
    SELECT content, split_part(key, ' ', 1) AS type, substr(key, strpos(key, ' ') + 1) AS item,
      sum((value ->> 'visits')::bigint) AS visits, sum((value ->> 'ms')::bigint) AS ms
    FROM tally_day, json_each(items)
    WHERE organization = ${organization} AND content = ANY (${contents}) AND day >= ${since}::date
    GROUP BY content, key`.execute(db)
  return Map.groupBy(rows, ({ content }) => content)
}

/** A click counts as much as this time of reading, a further visit as much as a click. */
const clickMs = 10_000

/** Sorts the most interested first: those who reached the goal, then by reading, clicks and visits. */
function rankInterested(people: Interested[]): Interested[] {
  return people.sort((a, b) => Number(b.reached) - Number(a.reached) || interestMs(b) - interestMs(a))
}

function interestMs({ visits, items }: Interested): number {
  const clicks = items.filter(({ type }) => type === 'click').reduce((sum, item) => sum + item.visits, 0)
  return items.reduce((sum, { ms }) => sum + ms, 0) + clickMs * (clicks + visits - 1)
}

/** Days are those of UTC: `current_date` is that of the database's time zone. */
const utcToday = sql`(now() AT TIME ZONE 'UTC')::date`

/** The days with figures among the last `days` (UTC), oldest first. */
async function listDays(db: Database, organization: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT day, sum(visits) AS visits, sum(views) AS views, sum(clicks) AS clicks, sum(ms) AS ms
    FROM tally_day WHERE organization = ${organization} AND day > ${utcToday} - ${days}::integer
    GROUP BY day HAVING sum(visits + views + clicks + ms) > 0 ORDER BY day`.execute(db)
  return rows
}

/**
 * What came together in the last seven days and in those before, and on each of them. Days are counted: a series of dates is
 * one of midnights in the database's time zone, and on the day on which clocks go forward there may be none.
 */
async function readWeeks(db: Database, organization: string): Promise<Weeks> {
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

/**
 * Says of the visitor of a record that they need no call any more, until they come again; or that they do. False: there is
 * none. A visit that is found to be a person's later was not known yet, however early it began.
 */
export async function setDone(
  db: Database,
  organization: string,
  content: string,
  done: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE tally SET done_at = CASE WHEN ${done}::boolean THEN last_visit END
    WHERE organization = ${organization} AND content = ${content}`.execute(db)
  return numAffectedRows > 0n
}
