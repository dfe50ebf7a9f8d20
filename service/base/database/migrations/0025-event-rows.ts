import { type Kysely, sql } from 'kysely'

/**
 * Visits, their events by day, and what results are read from: one tally a content record and one a content record and
 * day. Results never look at the events of old days, so these can be dropped. What an earlier version had measured goes.
 *
 * Names and ids compare byte by byte (`COLLATE "C"`): a locale's order costs time and says nothing here. Room is left
 * in the pages of what is updated again and again, so that an update stays in its page and touches no index. Keys begin
 * with `content`: see service/events/sql.ts.
 */
export async function createEventRows(db: Kysely<unknown>): Promise<void> {
  for (const view of Object.keys(views)) await sql`DROP VIEW report.${sql.ref(view)}`.execute(db)
  for (const table of ['arrival', 'arrival_aside', 'presence', 'event', 'visit', 'tally', 'tally_day'])
    await sql`DROP TABLE ${sql.table(table)}`.execute(db)
  await createVisits(db)
  await createEvents(db)
  await createTallies(db)
  for (const [name, query] of Object.entries(views))
    await sql`CREATE VIEW report.${sql.ref(name)} AS ${sql.raw(query)}`.execute(db)
}

const id = sql.raw('text COLLATE "C" NOT NULL')

async function createVisits(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE visit (
      organization ${id}, content ${id}, visit ${id}, day date NOT NULL, began_at timestamptz(3) NOT NULL,
      seen_at timestamptz(3) NOT NULL, seen_minute integer NOT NULL, away boolean NOT NULL, sent bigint NOT NULL, latest smallint,
      counted boolean NOT NULL, robot boolean NOT NULL, given_out integer NOT NULL, received integer NOT NULL,
      lost integer NOT NULL, durations integer NOT NULL, ms bigint NOT NULL, items smallint[] NOT NULL DEFAULT '{}',
      reported bigint, report text COLLATE "C" NOT NULL, input boolean, visible bigint,
      PRIMARY KEY (content, visit, organization)) WITH (fillfactor = 80)`.execute(db)
  // For who is here now, and for retention. A visit's minute changes seldom: most updates stay in their page.
  await sql`CREATE INDEX visit_seen ON visit (seen_minute, organization)`.execute(db)
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE event (
      day date NOT NULL, organization ${id}, content ${id}, visit ${id}, seq integer NOT NULL,
      item text COLLATE "C", type text COLLATE "C", happened_at timestamptz(3) NOT NULL, button text COLLATE "C",
      ms bigint, dropped text COLLATE "C", PRIMARY KEY (content, visit, seq, day, organization))
    PARTITION BY RANGE (day)`.execute(db)
}

/**
 * The figures that a list is sorted by change with every visit: an index of them would be written each time, and with it
 * every other index of the table. So each has a rank, which the database keeps by itself and which changes with every
 * sixtieth part that a figure grows: within a rank there is little to sort. A figure of up to 60 has a rank of its own.
 * The last visit has its day.
 */
async function createTallies(db: Kysely<unknown>): Promise<void> {
  const figures = ['visits', 'views', 'clicks', 'ms']
  const counts = figures.map((figure) => `${figure} bigint NOT NULL`).join(', ')
  const ranks = figures.map(
    (figure) => `${figure}_rank integer GENERATED ALWAYS AS (floor(64 * ln(1 + ${figure}))::integer) STORED`,
  )
  const lists = ['item_visits', 'item_events', 'applied', 'missing', 'refused', 'contested', 'lacking']
  const empty = lists.map((list) => `${list} integer[] NOT NULL DEFAULT '{}'`).join(', ')
  await sql`
    CREATE TABLE tally (
      organization ${id}, content ${id}, ${sql.raw(counts)}, lost bigint NOT NULL, health text NOT NULL,
      dropped text NOT NULL, first_visit timestamptz(3), last_visit timestamptz(3), reached boolean NOT NULL,
      hour_began bigint NOT NULL, hour_visits integer NOT NULL, reports bigint NOT NULL DEFAULT 0,
      item_ms bigint[] NOT NULL DEFAULT '{}', histograms text COLLATE "C" NOT NULL DEFAULT '{}', ${sql.raw(empty)},
      last_day date GENERATED ALWAYS AS ((last_visit AT TIME ZONE 'UTC')::date) STORED, ${sql.raw(ranks.join(', '))},
      PRIMARY KEY (content, organization)) WITH (fillfactor = 50)`.execute(db)
  for (const figure of figures)
    await sql`
      CREATE INDEX ${sql.ref(`tally_${figure}`)} ON tally (organization, ${sql.ref(`${figure}_rank`)}, content)`.execute(
      db,
    )
  await sql`CREATE INDEX tally_last_day ON tally (organization, last_day)`.execute(db)
  await sql`
    CREATE TABLE tally_day (
      organization ${id}, content ${id}, day date NOT NULL, ${sql.raw(counts)},
      PRIMARY KEY (organization, content, day)) WITH (fillfactor = 50)`.execute(db)
  await sql`CREATE INDEX tally_day_day ON tally_day (organization, day)`.execute(db)
}

const views = {
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
    SELECT organization, content AS record, visit, began_at, (seen_at AT TIME ZONE 'UTC')::date AS last_day, counted,
      robot, lost::bigint AS lost, ms
    FROM visit`,
  events: `
    SELECT e.organization, e.content AS record, e.visit, e.seq, e.item, e.type, e.happened_at, e.button, e.ms,
      v.counted, e.day AS arrived_on
    FROM event e
    JOIN visit v ON v.organization = e.organization AND v.content = e.content AND v.visit = e.visit
    WHERE e.dropped IS NULL`,
}
