import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { listCalls, weekStart } from './call-list.ts'
import { readNamedFaults } from './faults.ts'
import type { Today, Weeks } from './operations.ts'
import type { TodaySources } from './present.ts'

/** The rest of the Today screen, which changes more slowly. */
export async function readWeek(sources: TodaySources, organization: string): Promise<Omit<Today, 'now'>> {
  const { db } = sources
  return {
    week: (await listCalls(sources, organization, { limit: '100' })).people,
    weeks: await readWeeks(db, organization),
    broken: await readNamedFaults(sources, organization),
  }
}

/**
 * What came together in the last seven days and in those before, and on each of them. Days are counted: a series of dates is
 * one of midnights in the database's time zone, and on the day on which clocks go forward there may be none.
 */
async function readWeeks(db: Database, organization: string): Promise<Weeks> {
  const { rows } = await sql<Weeks['days'][number] & { week: number; before: number }>`
    WITH figures AS MATERIALIZED (
      SELECT d.day, t.prospect, d.visits, d.ms
      FROM tally_day d JOIN tally t ON t.organization = d.organization AND t.content = d.content
      WHERE d.organization = ${organization} AND d.day >= ${weekStart} - 7
    ), came AS (
      SELECT day, count(DISTINCT prospect) FILTER (WHERE visits > 0) AS people, sum(visits) AS visits, sum(ms) AS ms
      FROM figures GROUP BY day
    ), reached AS (
      SELECT (reached_at AT TIME ZONE 'UTC')::date AS day, count(*) AS goals FROM tally
      WHERE organization = ${organization} AND last_visit > now() - interval '15 days' AND reached_at IS NOT NULL GROUP BY 1
    ), people AS (
      SELECT count(DISTINCT prospect) FILTER (WHERE day >= ${weekStart}) AS week,
        count(DISTINCT prospect) FILTER (WHERE day < ${weekStart}) AS before
      FROM figures WHERE visits > 0
    )
    SELECT days.day, coalesce(came.people, 0) AS people, coalesce(visits, 0) AS visits,
      coalesce(goals, 0) AS goals, coalesce(ms, 0) AS ms, people.week, people.before
    FROM (SELECT ${weekStart} + ago AS day FROM generate_series(-7, 6) AS ago) AS days
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
 * Says of the person of a record that they need no call any more, until they come again by any of their links; or that they do.
 * False: they never came. A visit that is found to be a person's later was not known yet, however early it began.
 */
export async function setDone(
  db: Database,
  organization: string,
  content: string,
  done: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE tally SET done_at = CASE WHEN ${done}::boolean THEN last_visit END
    WHERE organization = ${organization} AND content IN (
      SELECT theirs.id FROM content c
      JOIN content theirs ON theirs.organization = c.organization AND theirs.prospect = c.prospect
      WHERE c.organization = ${organization} AND c.id = ${content})`.execute(db)
  return numAffectedRows > 0n
}
