import type { ClientBase } from 'pg'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, Timestamp } from '../base/database/sql.ts'
import { isInvitedSql } from '../content/sql.ts'
import type { KindReason, VisitKind } from './kinds.ts'
import type { DayTally, EventRow, Health, MeasuredVisit, RecordKey, Tally, VisitKey } from './tally.ts'

/** A visit: what is known of it beside its events. */
interface VisitTable extends VisitKey {
  /** Day (UTC) on which its first batch arrived: its events are stored by it. */
  day: string
  began_at: Timestamp
  /** When its latest batch arrived, and the same in minutes since 1970, which has an index. */
  seen_at: Timestamp
  seen_minute: number
  /** The page was hidden or left, as the batch said that was `sent` last by the visit's own clock. */
  away: boolean
  sent: number
  /** Position of the analytics item that was seen or clicked last. */
  latest: number | null
  /** Whether it is a person's, and none of a test prospect: only then it is in the results. */
  counted: boolean
  /** What it was taken to be when its latest batch came. Unsure half an hour later, it is told as a machine's: see `is_unsure`. */
  kind: Defaulted<VisitKind>
  why: Defaulted<KindReason>
  /** The highest `seq` that it is known to have used. */
  given_out: number
  /** How many numbers arrived, those of dropped events too. */
  received: number
  lost: number
  durations: number
  /** Sum of its durations. */
  ms: number
  /** Positions of the analytics items that it has events of. */
  items: Defaulted<number[]>
  /** `sent` of the report that stands, and its letters: see `reportLetters`. */
  reported: number | null
  report: string
  /** Whether it had input so far, and for how long its page was visible; null where it has not said. */
  input: Defaulted<boolean | null>
  visible: Defaulted<number | null>
}

/** An event, or the number of one that was dropped. Partitioned by `day`, that of its visit. */
interface EventTable extends VisitKey {
  day: string
  seq: number
  /** Its analytics item's id and type; null where it was dropped. */
  item: string | null
  type: string | null
  happened_at: Timestamp
  /** Milliseconds since its visit began, by the visit's own clock; null where it was dropped, or stored by a version before it. */
  at: Defaulted<number | null>
  button: string | null
  ms: number | null
  /** Why it was dropped. */
  dropped: string | null
}

/** What the visits of a record add up to. Lists have an entry for each item, by its position among `MeasuredItems`. */
interface TallyTable extends RecordKey, DayTally {
  lost: number
  /** Visits that are not, or not yet, a person's. */
  others: Defaulted<number>
  health: Health
  /** The last visit that was known when somebody said on Today that this person needs no call any more. */
  done_at: Defaulted<Timestamp | null>
  /** JSON: numbers of dropped events by reason. */
  dropped: string
  /** When the first and the last visit began. */
  first_visit: Timestamp | null
  last_visit: Timestamp | null
  /** Whether a visit reached the goal. */
  reached: boolean
  /** When the goal was reached first. */
  reached_at: Timestamp | null
  /** When the hour began in which `hour_visits` began, in milliseconds since 1970: see `mayBegin`. */
  hour_began: number
  hour_visits: number
  item_visits: Defaulted<number[]>
  item_events: Defaulted<number[]>
  item_ms: Defaulted<number[]>
  /** JSON: a histogram of durations for each item. */
  histograms: Defaulted<string>
  /** Visits with a report. */
  reports: Defaulted<number>
  /** In how many visits a content item was applied, missing, refused, contested. */
  applied: Defaulted<number[]>
  missing: Defaulted<number[]>
  refused: Defaulted<number[]>
  contested: Defaulted<number[]>
  /** In how many visits in a row, the last included, it was missing or refused. */
  lacking: Defaulted<number[]>
}

interface TallyDayTable extends RecordKey, DayTally {
  /** UTC. */
  day: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    visit: VisitTable
    event: EventTable
    tally: TallyTable
    tally_day: TallyDayTable
  }
}

/**
 * Batches are stored by few statements in one transaction: it locks the content records, reads the visits and tallies
 * that are there, and writes all rows at once. The lock of a record protects its visits and tallies on all replicas,
 * and a deleted record cannot be locked. Locks are taken in the order of the patterns, which avoids deadlocks.
 *
 * The statements are prepared by name, being the same for every group, and a plan that was made while a table was small
 * is kept when it has grown: then any index that begins with `organization` looks as good as the key. So the keys begin
 * with `content`, and `IS NOT DISTINCT FROM`, which no index serves, leaves the planner no other way. `OFFSET 0` keeps
 * a look-up from becoming a scan.
 */

/** A completed content record that may be visited. Its items are null where the known revision is the current one. */
export interface FoundRecord {
  pattern: string
  organization: string
  content: string
  test: boolean
  revision: number
  /** JSON text of AnalyticsItem[]. */
  analytics: string | null
  contentItems: number | null
  /** See `encodeMeasuredItems`. */
  measured: string | null
  /** Id of the analytics item that is the goal. */
  goal: string | null
  /** Milliseconds since 1970. */
  createdAt: number
}

/**
 * Finds the completed records of these patterns whose campaigns are open.
 *
 * @param known for each pattern the known revision, whose items are not read again; null for none
 * @param locking whether to lock them, which the only connection of the embedded database need not
 */
export async function findRecords(
  client: ClientBase,
  patterns: string[],
  known: (number | null)[],
  locking: boolean,
): Promise<FoundRecord[]> {
  const { rows } = await client.query<FoundRecord>({
    name: locking ? 'events-lock' : 'events-find',
    text: `
      SELECT b.pattern, c.organization, c.id AS content, c.test, c.revision,
        (extract(epoch FROM c.created_at) * 1000)::float8 AS "createdAt",
        CASE WHEN b.known = c.revision THEN NULL ELSE c.analytics END AS analytics,
        CASE WHEN b.known = c.revision THEN NULL ELSE json_array_length(c.content::json) END AS "contentItems",
        CASE WHEN b.known = c.revision THEN NULL ELSE c.measured END AS measured,
        CASE WHEN b.known = c.revision THEN NULL ELSE c.goal END AS goal
      FROM unnest($1::text[], $2::integer[]) AS b(pattern, known)
      CROSS JOIN LATERAL (
        SELECT organization, id, test, revision, created_at, analytics, content, measured, goal FROM content
        WHERE content.pattern = b.pattern AND status = 'completed' AND ${isInvitedSql}
        ${locking ? 'FOR NO KEY UPDATE' : 'OFFSET 0'}) AS c`,
    values: [patterns, known],
  })
  return rows
}

const tallyColumns = `organization, content, visits, views, clicks, ms, lost, others, health, dropped::json AS dropped,
  (extract(epoch FROM first_visit) * 1000)::float8 AS first, (extract(epoch FROM last_visit) * 1000)::float8 AS latest,
  reached, (extract(epoch FROM reached_at) * 1000)::float8 AS "reachedAt", hour_began AS "hourBegan", hour_visits AS "hourVisits", item_visits AS "itemVisits",
  item_events AS "itemEvents", item_ms::float8[] AS "itemMs", histograms::json AS histograms, reports, applied, missing, refused,
  contested, lacking`

/** The tallies of locked records, in their order; undefined where there is none. */
export async function readKnownTallies(
  client: ClientBase,
  records: RecordKey[],
): Promise<(Tally | undefined)[]> {
  const { rows } = await client.query<Tally & { place: number }>({
    name: 'events-tallies',
    text: `
      SELECT b.place::int, t.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS b(organization, content, place)
      CROSS JOIN LATERAL (
        SELECT ${tallyColumns} FROM tally
        WHERE content = b.content AND organization IS NOT DISTINCT FROM b.organization OFFSET 0) AS t`,
    values: columnsOf(records, 'organization', 'content'),
  })
  return inOrder(rows)
}

/** A stored visit, and whether its day has left the database. */
type KnownVisit = MeasuredVisit & { isGone: boolean }

/** The visits of locked records, in the order of their keys; undefined where there is none. */
export async function readKnownVisits(
  client: ClientBase,
  visits: VisitKey[],
): Promise<(KnownVisit | undefined)[]> {
  const { rows } = await client.query<KnownVisit & { place: number }>({
    name: 'events-visits',
    text: `
      SELECT b.place::int, v.*
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS b(organization, content, visit, place)
      CROSS JOIN LATERAL (
        SELECT organization, content, visit, day, (extract(epoch FROM began_at) * 1000)::float8 AS began,
          (extract(epoch FROM seen_at) * 1000)::float8 AS seen, away, sent, latest, counted, kind, why,
          given_out AS last, received, lost, durations, ms, items, reported, report, input, visible,
          day < current_date - 1 AND to_regclass(to_char(day, '"event_"YYYYMMDD')) IS NULL AS "isGone"
        FROM visit
        WHERE content = b.content AND visit = b.visit AND organization IS NOT DISTINCT FROM b.organization
        OFFSET 0) AS v`,
    values: columnsOf(visits, 'organization', 'content', 'visit'),
  })
  return inOrder(rows)
}

const rowColumns = `day, organization, content, visit, seq, item, type, at, button, ms, dropped,
  (extract(epoch FROM happened_at) * 1000)::float8 AS date`

/** All events and dropped numbers of visits; a visit has up to 1,000. */
export async function readEventsOf(
  client: ClientBase,
  visits: (VisitKey & { day: string })[],
): Promise<EventRow[]> {
  if (visits.length === 0) return []
  const { rows } = await client.query<EventRow>({
    name: 'events-of-visits',
    text: `
      SELECT e.* FROM unnest($1::date[], $2::text[], $3::text[], $4::text[]) AS b(day, organization, content, visit)
      CROSS JOIN LATERAL (
        SELECT ${rowColumns} FROM event
        WHERE day = b.day AND content = b.content AND visit = b.visit
          AND organization IS NOT DISTINCT FROM b.organization OFFSET 0) AS e`,
    values: columnsOf(visits, 'day', 'organization', 'content', 'visit'),
  })
  return rows
}

/** The clicks of visits. */
export async function readClicks(
  client: ClientBase,
  visits: (VisitKey & { day: string })[],
): Promise<{ content: string; visit: string; item: string; at: number }[]> {
  if (visits.length === 0) return []
  const { rows } = await client.query<{ content: string; visit: string; item: string; at: number }>({
    name: 'events-clicks',
    text: `
      SELECT e.* FROM unnest($1::date[], $2::text[], $3::text[], $4::text[]) AS b(day, organization, content, visit)
      CROSS JOIN LATERAL (
        SELECT content, visit, item, at FROM event
        WHERE day = b.day AND content = b.content AND visit = b.visit
          AND organization IS NOT DISTINCT FROM b.organization AND type = 'click' AND at IS NOT NULL OFFSET 0) AS e`,
    values: columnsOf(visits, 'day', 'organization', 'content', 'visit'),
  })
  return rows
}

/** Those of the numbers that visits of one day have used. */
export async function readNumbers(
  client: ClientBase,
  day: string,
  numbers: (VisitKey & { seq: number })[],
): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>({
    name: 'events-numbers',
    text: `
      SELECT e.* FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[]) AS b(organization, content, visit, seq)
      CROSS JOIN LATERAL (
        SELECT ${rowColumns} FROM event
        WHERE day = $1::date AND content = b.content AND visit = b.visit AND seq = b.seq
          AND organization IS NOT DISTINCT FROM b.organization OFFSET 0) AS e`,
    values: [day, ...columnsOf(numbers, 'organization', 'content', 'visit', 'seq')],
  })
  return rows
}

function columnsOf<T>(rows: T[], ...names: (keyof T)[]): T[keyof T][][] {
  return names.map((name) => rows.map((row) => row[name]))
}

/** Puts rows where their `place`, from 1, says. */
function inOrder<T extends { place: number }>(rows: T[]): (T | undefined)[] {
  const placed: (T | undefined)[] = []
  for (const row of rows) placed[row.place - 1] = row
  return placed
}

/** The days on which a record's visits began: only their partitions have events of it. */
export async function daysWithVisits(db: Database, organization: string, content: string): Promise<string[]> {
  const rows = await db
    .selectFrom('visit')
    .select('day')
    .distinct()
    .where((is) => is.and({ organization, content }))
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}
