import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from '../base/database/database.ts'
import type { Happening } from '../base/outbox/happenings.ts'
import { insertMessagesSql } from '../base/outbox/sql.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import { isInvitedSql } from '../content/sql.ts'
import type { DayTally, EventRow, RecordKey, Tally, VisitKey, VisitRow } from './rows.ts'

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

/** A completed content record that may be visited. Its items are null if the known revision is the current one. */
export interface FoundRecord extends RecordKey {
  pattern: string
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
  const ifOther = (value: string) => `CASE WHEN b.known = c.revision THEN NULL ELSE ${value} END`
  const { rows } = await client.query<FoundRecord>({
    name: locking ? 'events-lock' : 'events-find',
    text: `
      SELECT b.pattern, c.organization, c.id AS content, c.test, c.revision,
        (extract(epoch FROM c.created_at) * 1000)::float8 AS "createdAt", ${ifOther('c.analytics')} AS analytics,
        ${ifOther('json_array_length(c.content::json)')} AS "contentItems", ${ifOther('c.measured')} AS measured, c.goal
      FROM unnest($1::text[], $2::integer[]) AS b(pattern, known)
      CROSS JOIN LATERAL (
        SELECT organization, id, test, revision, created_at, analytics, content, measured, goal FROM content
        WHERE content.pattern = b.pattern AND status = 'completed' AND ${isInvitedSql}
        ${locking ? 'FOR NO KEY UPDATE' : 'OFFSET 0'}) AS c`,
    values: [patterns, known],
  })
  return rows
}

/** The tallies of locked records. */
export function readKnownTallies(client: ClientBase, records: RecordKey[]): Promise<Tally[]> {
  return readRows(client, 'events-tallies', ['organization', 'content'], records, 'SELECT * FROM tally')
}

/** The visits of locked records, and whether the day of each has left the database. */
export function readKnownVisits(
  client: ClientBase,
  visits: VisitKey[],
): Promise<(VisitRow & { isGone: boolean })[]> {
  const query = `SELECT *,
    day < current_date - 1 AND to_regclass(to_char(day, '"event_"YYYYMMDD')) IS NULL AS "isGone" FROM visit`
  return readRows(client, 'events-visits', ['organization', 'content', 'visit'], visits, query)
}

type DayOfVisit = VisitKey & { day: string }
const dayOfVisit = ['day', 'organization', 'content', 'visit'] as const

/** All events and dropped numbers of visits; a visit has up to 1,000. */
export async function readEventsOf(client: ClientBase, visits: DayOfVisit[]): Promise<EventRow[]> {
  return readRows(client, 'events-of-visits', dayOfVisit, visits, 'SELECT * FROM event')
}

/** The clicks of visits. */
export async function readClicks(
  client: ClientBase,
  visits: DayOfVisit[],
): Promise<(VisitKey & { item: string; at: number })[]> {
  const query = "SELECT content, visit, item, at FROM event WHERE type = 'click'"
  return readRows(client, 'events-clicks', dayOfVisit, visits, query)
}

/** Those of the numbers that visits have used. */
export function readNumbers(
  client: ClientBase,
  numbers: (DayOfVisit & { seq: number })[],
): Promise<EventRow[]> {
  return readRows(client, 'events-numbers', [...dayOfVisit, 'seq'], numbers, 'SELECT * FROM event')
}

const keyTypes = { day: 'date', organization: 'text', content: 'text', visit: 'text', seq: 'integer' }

/** The rows of a query that have one of these keys. */
async function readRows<Key extends keyof typeof keyTypes, Row extends object>(
  client: ClientBase,
  name: string,
  keys: readonly Key[],
  wanted: Record<Key, unknown>[],
  query: string,
): Promise<Row[]> {
  if (wanted.length === 0) return []
  const isWanted = keys.map((key) =>
    key === 'organization' ? `${key} IS NOT DISTINCT FROM b.${key}` : `${key} = b.${key}`,
  )
  const lists = keys.map((key, at) => `$${at + 1}::${keyTypes[key]}[]`)
  const { rows } = await client.query<Row>({
    name,
    text: `
      SELECT r.* FROM unnest(${lists.join(', ')}) AS b(${keys.join(', ')})
      CROSS JOIN LATERAL (
        ${query} ${query.includes('WHERE') ? 'AND' : 'WHERE'} ${isWanted.join(' AND ')} OFFSET 0) AS r`,
    values: keys.map((key) => wanted.map((each) => each[key])),
  })
  return rows
}

/** What a group of batches changes. */
interface Writes {
  visits: VisitRow[]
  tallies: Tally[]
  /** Added to the stored days. */
  days: (RecordKey & DayTally & { day: string })[]
  /** Numbers that are used for the first time. */
  events: EventRow[]
  /** Durations that have grown. */
  grown: EventRow[]
  /** Events that webhooks and alerts want. */
  happenings: Happening[]
}

/** Writes visits, tallies, days and events of locked records, in one statement. */
export async function writeRows(client: ClientBase, writes: Writes): Promise<void> {
  const { visits, tallies, days, events, grown, happenings } = writes
  const extra = [
    ...(grown.length > 0 ? [{ name: 'grown', with: growSql, rows: grown }] : []),
    ...(happenings.length > 0 ? [{ name: 'messages', with: insertMessagesSql, rows: happenings }] : []),
  ]
  await client.query({
    name: ['events-write', ...extra.map(({ name }) => name)].join('-'),
    text: `
      WITH ${[visitsSql, talliesSql, daysSql, ...extra.map((part, at) => part.with(`$${at + 5}`))].join(',')}
      ${insertSql('event', eventColumns, '$4')}`,
    values: [visits, tallies, days, events, ...extra.map(({ rows }) => rows)].map(toJson),
  })
}

/** The columns are named, as a later version may have added some that this one leaves to their defaults. */
function insertSql(table: string, columns: string, parameter: string): string {
  const names = columns.split(/\s+/).join(', ')
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, ${parameter}::json)`
}

/** An insert finds the one partition that it is about; an update would look into all of them. */
function growSql(parameter: string): string {
  return `grown AS (
    ${insertSql('event', eventColumns, parameter)}
    ON CONFLICT (content, visit, seq, day, organization) DO UPDATE SET ms = greatest(event.ms, EXCLUDED.ms))`
}

const eventColumns = 'day organization content visit seq item type happened_at at button ms'
const visitUpdates = `seen_at seen_minute away sent latest counted kind why given_out received lost durations ms items
  reported report input visible`
const tallyUpdates = `visits views clicks ms lost others first_visit last_visit reached reached_at hour_began hour_visits
  item_visits item_events item_ms histograms applied missing refused contested`

const visitsSql = `visits AS (
  ${insertSql('visit', `organization content visit day began_at ${visitUpdates}`, '$1')}
  ON CONFLICT (content, visit, organization) DO UPDATE SET ${updated(visitUpdates)})`

const talliesSql = `tallies AS (
  ${insertSql('tally', `organization content ${tallyUpdates}`, '$2')}
  ON CONFLICT (content, organization) DO UPDATE SET ${updated(tallyUpdates)})`

const daysSql = `days AS (
  ${insertSql('tally_day', 'organization content day visits views clicks ms', '$3')}
  ON CONFLICT (organization, content, day) DO UPDATE SET visits = tally_day.visits + EXCLUDED.visits,
    views = tally_day.views + EXCLUDED.views, clicks = tally_day.clicks + EXCLUDED.clicks,
    ms = least(tally_day.ms + EXCLUDED.ms, ${Number.MAX_SAFE_INTEGER}))`

function updated(columns: string): string {
  return columns.replaceAll(/\w+/g, (column) => `${column} = EXCLUDED.${column},`).slice(0, -1)
}

/** Lists of numbers as PostgreSQL writes them: reading them from JSON takes it several times as long. */
function toJson(rows: object[]): string {
  return JSON.stringify(rows, (_, value) =>
    Array.isArray(value) && typeof value[0] === 'number' ? `{${value.join()}}` : value,
  )
}

/**
 * Finds out whether and when a record's visits reached its goal, which is another one than before: what was reached until
 * now was the former goal. Call it in a transaction that has locked the record, so that no batch is stored meanwhile.
 */
export async function recountGoal(trx: Database, { organization, content }: RecordKey): Promise<void> {
  const record = await trx
    .selectFrom('content')
    .select(['analytics', 'content', 'measured', 'goal'])
    .where((is) => is.and({ organization, id: content }))
    .executeTakeFirst()
  if (!record) return
  const { goal } = record
  const { analytics, analyticsNow } = decodeMeasuredItems(record)
  const position = analyticsNow.find((index) => analytics[index]?.id === goal) ?? -1
  // Days of events may have left the database; what the tally counts has not.
  await sql`
    UPDATE tally SET reached = item.visits > 0, reached_at = CASE WHEN item.visits > 0 THEN coalesce(event.first, last_visit) END
    FROM (
      SELECT coalesce(t.item_visits[${position + 1}::integer], 0) AS visits FROM tally t
      WHERE t.organization = ${organization} AND t.content = ${content}) AS item, (
      SELECT min(e.happened_at) AS first FROM visit v
      JOIN event e ON e.day = v.day AND e.organization = v.organization AND e.content = v.content AND e.visit = v.visit
      WHERE v.organization = ${organization} AND v.content = ${content} AND v.counted AND e.item = ${goal}) AS event
    WHERE organization = ${organization} AND content = ${content}`.execute(trx)
}
