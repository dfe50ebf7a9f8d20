import type { ClientBase } from 'pg'
import type { Happening } from '../../base/outbox/happenings.ts'
import { insertMessagesSql } from '../../base/outbox/sql.ts'
import { isInvitedSql } from '../../content/sql.ts'
import type { EventRow, RecordKey, VisitKey, VisitRow } from '../rows.ts'
import type { Measured } from './changes.ts'

/**
 * Batches are stored by few statements in one transaction: it locks the content records, reads the visits that are
 * there, and writes all rows at once. The lock of a record protects its visits and tallies on all replicas, and a deleted
 * record cannot be locked. Locks are taken in the order of the patterns, which avoids deadlocks.
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
  /** JSON text of AnalyticsItem[], and of ContentItem[]. */
  analytics: string | null
  contentItems: string | null
  /** See `encodeMeasuredItems`. */
  measured: string | null
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
        ${ifOther('c.content')} AS "contentItems", ${ifOther('c.measured')} AS measured, c.goal
      FROM unnest($1::text[], $2::integer[]) AS b(pattern, known)
      CROSS JOIN LATERAL (
        SELECT organization, id, test, revision, created_at, analytics, content, measured, goal FROM content
        WHERE content.pattern = b.pattern AND status = 'completed' AND ${isInvitedSql}
        ${locking ? 'FOR NO KEY UPDATE' : 'OFFSET 0'}) AS c`,
    values: [patterns, known],
  })
  return rows
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

/** Whether people came to a record in other visits, and reached its goal. */
export interface Earlier {
  content: string
  came: boolean
  reached: boolean
}

/** What people did by these records in what is written so far. */
export async function readEarlier(
  client: ClientBase,
  records: Pick<Measured, 'organization' | 'content' | 'goal'>[],
): Promise<Earlier[]> {
  if (records.length === 0) return []
  const { rows } = await client.query<Earlier>({
    name: 'events-earlier',
    text: `
      SELECT b.content, count(v.visit) > 0 AS came, coalesce(bool_or(b.goal = ANY (v.items)), false) AS reached
      FROM unnest($1::text[], $2::text[], $3::integer[]) AS b(organization, content, goal)
      LEFT JOIN LATERAL (
        SELECT visit, items FROM visit own
        WHERE content = b.content AND organization IS NOT DISTINCT FROM b.organization AND is_person(own) OFFSET 0
      ) AS v ON true
      GROUP BY b.content`,
    values: [
      records.map(({ organization }) => organization),
      records.map(({ content }) => content),
      records.map(({ goal }) => goal ?? null),
    ],
  })
  return rows
}

/** Those of the numbers that visits have used. */
export function readNumbers(
  client: ClientBase,
  numbers: (DayOfVisit & { seq: number })[],
): Promise<EventRow[]> {
  return readRows(client, 'events-numbers', [...dayOfVisit, 'seq'], numbers, 'SELECT * FROM event')
}

const keyTypes = { day: 'date', organization: 'text', content: 'text', visit: 'text', seq: 'integer' }

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

interface Writes {
  visits: VisitRow[]
  events: EventRow[]
  grown: EventRow[]
  happenings: Happening[]
}

/** Writes visits and events of locked records, in one statement. */
export async function writeRows(client: ClientBase, writes: Writes): Promise<void> {
  const { visits, events, grown, happenings } = writes
  const extra = [
    ...(grown.length > 0 ? [{ name: 'grown', with: growSql, rows: grown }] : []),
    ...(happenings.length > 0 ? [{ name: 'messages', with: insertMessagesSql, rows: happenings }] : []),
  ]
  await client.query({
    name: ['events-write', ...extra.map(({ name }) => name)].join('-'),
    text: `
      WITH ${[visitsSql, staleSql, ...extra.map((part, at) => part.with(`$${at + 3}`))].join(',')}
      ${insertSql('event', eventColumns, '$2')}`,
    values: [
      // A list of numbers as PostgreSQL writes it: reading it from JSON takes several times as long.
      visits.map(({ items, ...visit }) => ({ ...visit, items: `{${items}}` })),
      events,
      ...extra.map(({ rows }) => rows),
    ].map((rows) => JSON.stringify(rows)),
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
const visitUpdates = `seen_at seen_minute away sent latest robot hasty input visible given_out received lost durations
  ms items reported report`

const visitsSql = `visits AS (
  ${insertSql('visit', `organization content visit day began_at ${visitUpdates}`, '$1')}
  ON CONFLICT (content, visit, organization) DO UPDATE SET ${updated(visitUpdates)}
  RETURNING organization, content, day)`

/** Their tallies are to be computed again. Who computes one holds the lock of its record. */
const staleSql = `stale AS (
  INSERT INTO tally_day (organization, content, arrived_on, day, stale)
  SELECT DISTINCT organization, content, day, day, true FROM visits
  ON CONFLICT (organization, content, arrived_on, day) DO UPDATE SET stale = true WHERE NOT tally_day.stale)`

function updated(columns: string): string {
  return columns.replaceAll(/\w+/g, (column) => `${column} = EXCLUDED.${column},`).slice(0, -1)
}
