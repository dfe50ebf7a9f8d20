import { type Kysely, sql } from 'kysely'

/** The schema `report`: what is stored, in plain columns, for other programs. docs/data.md describes it; columns are only added. */
export async function createReportViews(db: Kysely<unknown>): Promise<void> {
  // Who may not make schemas in the database has it made by its owner.
  await sql`DO $$ BEGIN IF to_regnamespace('report') IS NULL THEN CREATE SCHEMA report; END IF; END $$`.execute(
    db,
  )
  for (const [name, query] of Object.entries(views))
    await sql`CREATE VIEW report.${sql.ref(name)} AS ${sql.raw(query)}`.execute(db)
}

/** SQL: whether the last visits, five or as many as there are, all lack an item; null if none has reported. */
const lacking = `
  SELECT bool_or(is_so) AS is_so FROM (
    SELECT bool_and(substr(v.report, at, 1) IN ('m', 'r')) AND count(*) = max(v.reports) AS is_so FROM (
      SELECT report, count(*) OVER () AS reports FROM (
        SELECT report FROM visit own WHERE organization = c.organization AND content = c.id AND is_person(own) AND reported IS NOT NULL
        ORDER BY began_at DESC LIMIT 5) AS latest) AS v
    CROSS JOIN generate_series(1, length(v.report)) AS at GROUP BY at) AS items`

const views = {
  people: `
    SELECT organization, id, status, email, name, company, role, industry, domain, linkedin, profile, additional,
      test, created_at, updated_at
    FROM prospect`,
  records: `
    SELECT c.organization, c.id, c.pattern, c.prospect AS person, c.template, c.language, c.status, c.test,
      c.user_name AS made_by, c.created_at, c.updated_at, coalesce(t.visits, 0) AS visits,
      coalesce(t.views, 0) AS views, coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms,
      coalesce(t.lost, 0) AS lost, CASE WHEN lacking.is_so THEN 'broken' WHEN NOT lacking.is_so THEN 'good' ELSE 'unknown' END AS health, c.campaign,
      t.first_visit AS first_visit_at, t.last_visit AS last_visit_at, coalesce(t.reached, false) AS reached,
      coalesce(t.others, 0) - u.visits AS machines, u.visits AS unsure
    FROM content c LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = c.organization AND v.content = c.id AND is_unsure(v)) AS u
    CROSS JOIN LATERAL (${lacking}) AS lacking`,
  campaigns: `
    SELECT m.organization, m.id, m.name, m.template, m.language, m.status, m.user_name AS made_by, m.created_at,
      m.updated_at, count(l.key) FILTER (WHERE l.text IS NULL) AS people,
      count(l.key) FILTER (WHERE l.text IS NOT NULL) AS problems,
      count(*) FILTER (WHERE c.status = 'completed') AS completed, count(*) FILTER (WHERE t.visits > 0) AS came,
      count(*) FILTER (WHERE t.reached) AS reached, m.control,
      coalesce(sum(t.others), 0)::bigint - coalesce(sum(u.visits), 0)::bigint AS machines,
      coalesce(sum(u.visits), 0)::bigint AS unsure
    FROM campaign m
    LEFT JOIN place l ON l.organization = m.organization AND l.campaign = m.id
    LEFT JOIN content c ON c.organization = l.organization AND c.id = l.content
    LEFT JOIN tally t ON t.organization = l.organization AND t.content = l.content
    LEFT JOIN (
      SELECT v.organization, v.content, count(*) AS visits FROM visit v
      WHERE is_unsure(v) GROUP BY v.organization, v.content) AS u
      ON u.organization = c.organization AND u.content = c.id
    WHERE m.status <> 'deleted'
    GROUP BY m.organization, m.id`,
  lift: `
    SELECT l.organization, l.campaign, CASE WHEN l.control THEN 'control' ELSE 'personal' END AS "group",
      count(DISTINCT l.unit) AS companies, count(*) AS people, count(*) FILTER (WHERE t.visits > 0) AS came,
      count(*) FILTER (WHERE t.visits > 0 AND t.reached) AS reached
    FROM campaign m
    JOIN place l ON l.organization = m.organization AND l.campaign = m.id AND l.text IS NULL
    JOIN content c ON c.organization = l.organization AND c.id = l.content AND c.status = 'completed'
    LEFT JOIN tally t ON t.organization = l.organization AND t.content = l.content
    WHERE m.status NOT IN ('deleted', 'draft') AND m.control > 0
    GROUP BY l.organization, l.campaign, l.control`,
  days: `
    SELECT organization, content AS record, day, sum(visits)::bigint AS visits, sum(views)::bigint AS views,
      sum(clicks)::bigint AS clicks, sum(ms)::bigint AS ms
    FROM tally_day GROUP BY organization, content, day HAVING sum(visits + views + clicks + ms) > 0`,
  visits: `
    SELECT organization, content AS record, visit, began_at, (seen_at AT TIME ZONE 'UTC')::date AS last_day,
      is_person(v) AS counted, robot, lost::bigint AS lost, ms,
      visit_kind(v) AS kind, visit_why(v) AS why
    FROM visit v`,
  events: `
    SELECT e.organization, e.content AS record, e.visit, e.seq, e.item, e.type, e.happened_at, e.button, e.ms,
      is_person(v) AS counted, e.day AS arrived_on
    FROM event e
    JOIN visit v ON v.organization = e.organization AND v.content = e.content AND v.visit = e.visit
    WHERE e.item IS NOT NULL`,
}
