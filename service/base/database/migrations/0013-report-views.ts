import { type Kysely, sql } from 'kysely'
import { UserError } from '../../words/errors.ts'

/**
 * The schema `report`: what is stored, in plain columns, for other programs. docs/data.md describes it. Where the form
 * of what is stored changes, a later migration replaces a view by one that reads both; columns are only added.
 */
export async function createReportViews(db: Kysely<unknown>): Promise<void> {
  await makeSchema(db)
  for (const [name, query] of Object.entries(views))
    await sql`CREATE OR REPLACE VIEW report.${sql.ref(name)} AS ${sql.raw(query)}`.execute(db)
}

async function makeSchema(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ database: string; role: string; mayMake: boolean; isThere: boolean }>`
    SELECT current_database() AS database, current_user AS role,
      has_database_privilege(current_database(), 'CREATE') AS "mayMake",
      EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'report') AS "isThere"`.execute(db)
  const { database, role, mayMake, isThere } = rows[0] as (typeof rows)[number]
  if (isThere) return
  if (!mayMake)
    throw new UserError(
      `the role ${role} may not make the schema report in ${database}: run CREATE SCHEMA report AUTHORIZATION ${role} as its owner, and start again`,
    )
  await sql`CREATE SCHEMA report`.execute(db)
}

/** A visit's state as columns of `s`, whichever version wrote it: see `encodeVisit`. */
const visitState = `
  LATERAL (SELECT CASE WHEN json_typeof(v.state::json -> 0) = 'string' THEN v.state::json ->> 0 ELSE 'v1' END AS version)
    AS f,
  LATERAL (SELECT
    CASE f.version WHEN 'v1' THEN v.state::json ->> 0 WHEN 'v2' THEN v.state::json ->> 4 END::bigint AS began,
    CASE WHEN f.version IN ('v1', 'v2') THEN v.state::json ->> 1 END::bigint AS given_out,
    CASE WHEN f.version IN ('v1', 'v2') THEN v.state::json -> 2 END AS received,
    CASE f.version WHEN 'v1' THEN v.state::json -> 4 WHEN 'v2' THEN v.state::json -> 5 END AS durations) AS s`

const views = {
  people: `
    SELECT organization, id, status, email, name, company, role, industry, domain, linkedin, profile, additional,
      test, created_at, updated_at
    FROM prospect`,
  records: `
    SELECT c.organization, c.id, c.pattern, c.prospect AS person, c.template, c.language, c.status, c.test,
      c.user_name AS made_by, c.created_at, c.updated_at, coalesce(t.visits, 0) AS visits,
      coalesce(t.views, 0) AS views, coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms,
      coalesce(t.lost, 0) AS lost, coalesce(t.health, 'unknown') AS health, c.campaign,
      t.first_visit AS first_visit_at, t.last_visit AS last_visit_at, coalesce(t.reached, false) AS reached
    FROM content c LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id`,
  campaigns: `
    SELECT m.organization, m.id, m.name, m.template, m.language, m.status, m.user_name AS made_by, m.created_at,
      m.updated_at, count(l.key) FILTER (WHERE l.text IS NULL) AS people,
      count(l.key) FILTER (WHERE l.text IS NOT NULL) AS problems,
      count(*) FILTER (WHERE c.status = 'completed') AS completed, count(*) FILTER (WHERE t.visits > 0) AS came,
      count(*) FILTER (WHERE t.reached) AS reached
    FROM campaign m
    LEFT JOIN place l ON l.organization = m.organization AND l.campaign = m.id
    LEFT JOIN content c ON c.organization = l.organization AND c.id = l.content
    LEFT JOIN tally t ON t.organization = l.organization AND t.content = l.content
    WHERE m.status <> 'deleted'
    GROUP BY m.organization, m.id`,
  days: `
    SELECT organization, content AS record, day, visits, views, clicks, ms FROM tally_day`,
  visits: `
    SELECT v.organization, v.content AS record, v.visit, to_timestamp(s.began / 1000.0) AS began_at,
      v.touched AS last_day, v.counted, v.robot,
      greatest(s.given_out - (SELECT coalesce(sum(CASE WHEN n.at % 2 = 1 THEN -n.value::bigint ELSE n.value::bigint + 1 END), 0)
        FROM json_array_elements_text(s.received) WITH ORDINALITY AS n(value, at)), 0)::bigint AS lost,
      (SELECT coalesce(sum((d.value ->> 2)::bigint), 0) FROM json_array_elements(s.durations) AS d)::bigint AS ms
    FROM visit v, ${visitState}`,
  events: `
    SELECT e.organization, e.content AS record, e.visit, (n.event ->> 0)::integer AS seq, i.item ->> 'id' AS item,
      i.item ->> 'type' AS type, to_timestamp((n.event ->> 2)::bigint / 1000.0) AS happened_at,
      n.event ->> 3 AS button,
      CASE i.item ->> 'type' WHEN 'duration' THEN (
        SELECT (d.value ->> 2)::bigint FROM visit v, ${visitState}, json_array_elements(s.durations) AS d
        WHERE v.organization = e.organization AND v.content = e.content AND v.visit = e.visit
          AND d.value ->> 0 = n.event ->> 0) END AS ms,
      e.counted, e.day AS arrived_on
    FROM event e
    JOIN content c ON c.organization = e.organization AND c.id = e.content,
    LATERAL json_array_elements(e.events::json) AS n(event),
    LATERAL (SELECT coalesce(c.measured::json -> 'analytics', c.analytics::json) -> (n.event ->> 1)::integer AS item) AS i
    WHERE json_typeof(n.event) = 'array'
      AND (json_typeof(e.events::json -> 0) = 'array' OR e.events::json ->> 0 = 'v2')`,
}
