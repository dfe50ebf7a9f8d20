import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createGroups } from '../../base/concurrency.ts'
import type { Database, OpenDatabase } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import type { RecordKey } from '../rows.ts'

/** Computes the tallies. */
export type Tallies = ReturnType<typeof createTallies>

const lookMs = 1000
/** A computation rests for so many times as long as it took: batches have the database meanwhile. */
const restTimes = 10
/** Days of records that are computed together: some ten milliseconds on the embedded database. */
const daysTogether = 25

/**
 * Creates the tallies: the sums of visits that results are read from. A batch marks the day of its visit as stale; once a
 * second what is stale is computed again from the visits and events of that day, by any process.
 */
export function createTallies({ store, log }: { store: Pick<OpenDatabase, 'db'>; log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  // What is under way may have read a record before the latest batch: who asks meanwhile gets the next.
  const compute = createGroups({ keyOf: () => '', most: Number.MAX_SAFE_INTEGER, work: computeFor })

  async function computeFor(asked: undefined[]): Promise<number[]> {
    const done = await computeStale(store.db)
    return asked.map(() => done)
  }

  /** Computes what is stale now, up to 25 days of records: for who is about to read figures. Resolves to how many. */
  const refresh = () => compute(undefined)

  async function look(): Promise<void> {
    const begun = performance.now()
    const done = await refresh().catch((error) => {
      log.warn({ err: error }, 'figures could not be computed; it is tried again')
      return 0
    })
    const restMs = restTimes * (performance.now() - begun)
    const isMore = done === daysTogether
    if (!isEnding) timer = setTimeout(() => void look(), isMore ? restMs : Math.max(lookMs, restMs)).unref()
  }

  return {
    refresh,
    start: () => void look(),
    async finish(): Promise<void> {
      isEnding = true
      clearTimeout(timer)
      await refresh().catch(() => {})
    },
  }
}

interface StaleDay extends RecordKey {
  /** Day (UTC) on which the first batch of its visits arrived. */
  arrived_on: string
}

/**
 * Computes up to 25 stale days, and the sums of their records, in one transaction that holds the locks of these
 * records. Returns how many.
 */
export async function computeStale(db: Database): Promise<number> {
  const { rows: some } = await sql`
    SELECT FROM tally_day WHERE stale ORDER BY organization, content LIMIT 1`.execute(db)
  if (some.length === 0) return 0
  return transact(db, async (trx) => {
    const { rows } = await sql<StaleDay>`
      SELECT d.organization, d.content, d.arrived_on FROM tally_day d JOIN content c ON c.organization = d.organization AND c.id = d.content
      WHERE d.stale ORDER BY d.organization, d.content LIMIT ${daysTogether} FOR NO KEY UPDATE OF c SKIP LOCKED`.execute(
      trx,
    )
    if (rows.length > 0) await computeDays(trx, rows)
    return rows.length
  })
}

/** Durations in four digits, so that there are not too many different ones: medians are right within 0.05 %. */
const lengthSql = sql.raw('round(ms::numeric, -greatest(0, length(ms::text) - 4))::bigint')

const mostMs = sql.lit(Number.MAX_SAFE_INTEGER)

const sums = ['visits', 'views', 'clicks', 'ms', 'lost', 'others']
const summed = [...sums, 'first_visit', 'last_visit', 'reached_at']
const stored = [...summed, 'items', 'reports']

const utcDay = (time: string) => sql.raw(`(${time} AT TIME ZONE 'UTC')::date`)

/**
 * Computes the sums of days of locked records from their visits and events, and those of the records from all their days,
 * by look-ups: see `service/events/collect/sql.ts`. A visit counts on the day on which it began, what was seen, clicked and read on the day on which that happened.
 */
async function computeDays(trx: Database, days: StaleDay[]): Promise<void> {
  await sql`
    WITH asked AS MATERIALIZED (
      SELECT a.*, c.goal FROM json_to_recordset(${JSON.stringify(days)}::json)
        AS a(organization text, content text, arrived_on date)
      JOIN content c ON c.organization = a.organization AND c.id = a.content
    ), visited AS MATERIALIZED (
      SELECT v.*, a.arrived_on, a.goal FROM asked a CROSS JOIN LATERAL (
        SELECT own.*, is_person(own) AS is_person, ${utcDay('began_at')} AS began_on FROM visit own
        WHERE content = a.content AND organization IS NOT DISTINCT FROM a.organization AND day = a.arrived_on OFFSET 0) AS v
    ), happened AS MATERIALIZED (
      SELECT e.content, v.arrived_on, v.began_on, e.visit, e.type, e.item, e.ms, e.happened_at, e.item = v.goal AS is_goal
      FROM visited v CROSS JOIN LATERAL (
        SELECT * FROM event
        WHERE content = v.content AND visit = v.visit AND organization IS NOT DISTINCT FROM v.organization
          AND day = v.arrived_on AND item IS NOT NULL OFFSET 0) AS e
      WHERE v.is_person
    ), came AS (
      SELECT content, arrived_on, began_on AS day, count(*) FILTER (WHERE is_person) AS visits,
        count(*) FILTER (WHERE NOT is_person) AS others, sum(lost) FILTER (WHERE is_person) AS lost,
        min(began_at) FILTER (WHERE is_person) AS first_visit, max(began_at) FILTER (WHERE is_person) AS last_visit
      FROM visited GROUP BY content, arrived_on, began_on
    ), did AS (
      SELECT content, arrived_on, ${utcDay('happened_at')} AS day, count(*) FILTER (WHERE type = 'view') AS views,
        count(*) FILTER (WHERE type = 'click') AS clicks, sum(ms) AS ms,
        min(happened_at) FILTER (WHERE is_goal) AS reached_at
      FROM happened GROUP BY 1, 2, 3
    ), lengths AS (
      SELECT content, arrived_on, began_on, item, json_object_agg(length, durations) AS lengths FROM (
        SELECT content, arrived_on, began_on, item, ${lengthSql} AS length, count(*) AS durations
        FROM happened WHERE type = 'duration' GROUP BY 1, 2, 3, 4, 5) AS each_length
      GROUP BY content, arrived_on, began_on, item
    ), items AS (
      SELECT content, arrived_on, began_on AS day, json_object_agg(type || ' ' || item, json_build_object(
        'visits', visits, 'events', events, 'ms', ms, 'lengths', CASE WHEN type = 'duration' THEN lengths END)) AS items
      FROM (
        SELECT content, arrived_on, began_on, type, item, count(DISTINCT visit) AS visits, count(*) AS events,
          least(coalesce(sum(ms), 0), ${mostMs}) AS ms
        FROM happened GROUP BY 1, 2, 3, 4, 5) AS each_item
      LEFT JOIN lengths USING (content, arrived_on, began_on, item)
      GROUP BY content, arrived_on, began_on
    ), reports AS (
      SELECT content, arrived_on, began_on AS day, json_object_agg(report, visits) AS reports FROM (
        SELECT content, arrived_on, began_on, report, count(*) AS visits FROM visited
        WHERE is_person AND reported IS NOT NULL GROUP BY 1, 2, 3, 4) AS each_report
      GROUP BY content, arrived_on, began_on
    ), computed AS (
      SELECT a.organization, content, arrived_on, day, ${coalesced(sums)}, first_visit, last_visit, reached_at,
        coalesce(items, '{}') AS items, coalesce(reports, '{}') AS reports
      FROM asked a
      JOIN (
        SELECT content, arrived_on, arrived_on AS day FROM asked UNION SELECT content, arrived_on, day FROM came
        UNION SELECT content, arrived_on, day FROM did) AS days USING (content, arrived_on)
      LEFT JOIN came USING (content, arrived_on, day) LEFT JOIN did USING (content, arrived_on, day)
      LEFT JOIN items USING (content, arrived_on, day) LEFT JOIN reports USING (content, arrived_on, day)
    ), stored AS (
      INSERT INTO tally_day (organization, content, arrived_on, day, ${columns(stored)}, stale)
      SELECT organization, content, arrived_on, day, ${columns(stored)}, false FROM computed
      ON CONFLICT (organization, content, arrived_on, day) DO UPDATE SET stale = false, ${updated(stored)}
    ), all_days AS (
      SELECT organization, content, ${columns(summed)} FROM computed
      UNION ALL
      SELECT organization, content, ${columns(summed)} FROM tally_day d
      WHERE (organization, content) IN (SELECT organization, content FROM asked)
        AND (organization, content, arrived_on) NOT IN (SELECT organization, content, arrived_on FROM asked)
    )
    INSERT INTO tally (organization, content, prospect, campaign, owner, ${columns(summed)})
    SELECT d.organization, d.content, prospect, campaign, owner, ${sql.join(sums.map((name) => sql`least(sum(${sql.ref(name)}), ${mostMs})`))},
      min(first_visit), max(last_visit), min(reached_at)
    FROM all_days d JOIN content c ON c.organization = d.organization AND c.id = d.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    GROUP BY d.organization, d.content, prospect, campaign, owner
    ON CONFLICT (content, organization) DO UPDATE SET ${updated(summed)}`.execute(trx)
}

function columns(names: readonly string[]) {
  return sql.join(names.map((name) => sql.ref(name)))
}

function coalesced(names: readonly string[]) {
  return sql.join(
    names.map((name) => sql`least(coalesce(${sql.ref(name)}, 0), ${mostMs}) AS ${sql.ref(name)}`),
  )
}

function updated(names: readonly string[]) {
  return sql.join(names.map((name) => sql`${sql.ref(name)} = EXCLUDED.${sql.ref(name)}`))
}

/**
 * Finds out when a record's visits reached its goal, which is another one than before: what was reached until now was the
 * former goal. Of days whose events have left the database their last visit says when; the others are computed within a
 * second. Call it in a transaction that has locked the record, so that no batch is stored meanwhile.
 */
export async function recountGoal(trx: Database, { organization, content }: RecordKey): Promise<void> {
  const isOfRecord = sql`organization = ${organization} AND content = ${content}`
  await sql`
    UPDATE tally_day SET stale = to_regclass(to_char(arrived_on, '"event_"YYYYMMDD')) IS NOT NULL,
      reached_at = CASE WHEN EXISTS (
        SELECT FROM json_object_keys(items) AS item
        JOIN content c ON c.organization = ${organization} AND c.id = ${content}
        WHERE item IN ('view ' || c.goal, 'click ' || c.goal, 'duration ' || c.goal)) THEN last_visit END
    WHERE ${isOfRecord}`.execute(trx)
  await sql`
    UPDATE tally SET reached_at = (SELECT min(reached_at) FROM tally_day WHERE ${isOfRecord})
    WHERE ${isOfRecord}`.execute(trx)
}
