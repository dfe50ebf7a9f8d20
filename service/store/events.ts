import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from './database.ts'
import type { DayTally, Health, StoredEvent, TallyState, VisitState } from './event-state.ts'

/**
 * Writing goes in three statements of one transaction: lock the content records, read what is known of their visits,
 * write what it becomes. Whoever holds a record's lock is alone with its visits and tallies, on all replicas, and a
 * deleted record is not there to be locked. Locks are taken in the order of the patterns, so that no two wait for
 * each other. The statements are prepared by name: they are the same for every group.
 */

/** A completed content record, locked. Analytics and the number of content items only where they were asked for. */
export interface LockedRecord {
  pattern: string
  organization: string
  content: string
  test: boolean
  /** JSON text of AnalyticsItem[]. */
  analytics: string | null
  contentItems: number | null
}

/** Locks the completed records of these patterns; `known` says for which analytics are not needed again. */
export async function lockRecords(
  client: ClientBase,
  patterns: string[],
  known: boolean[],
): Promise<LockedRecord[]> {
  const { rows } = await client.query<LockedRecord>({
    name: 'events-lock',
    text: `
      SELECT b.pattern, c.organization, c.id AS content, c.test,
        CASE WHEN b.known THEN NULL ELSE c.analytics END AS analytics,
        CASE WHEN b.known THEN NULL ELSE json_array_length(c.content::json) END AS "contentItems"
      FROM unnest($1::text[], $2::boolean[]) AS b(pattern, known)
      CROSS JOIN LATERAL (
        SELECT organization, id, test, analytics, content FROM content
        WHERE content.pattern = b.pattern AND status = 'completed' FOR NO KEY UPDATE) AS c`,
    values: [patterns, known],
  })
  return rows
}

/** A content record's key. */
export interface RecordKey {
  organization: string
  content: string
}

export interface VisitKey extends RecordKey {
  visit: string
}

/** What is known: `visits` and `tallies` in the order of the keys, undefined where there is none. */
export interface KnownStates {
  tallies: (TallyState | undefined)[]
  visits: ({ counted: boolean; robot: boolean; state: VisitState } | undefined)[]
}

/** Reads the tallies and visits of locked records. */
export async function readStates(
  client: ClientBase,
  records: RecordKey[],
  visits: VisitKey[],
): Promise<KnownStates> {
  const { rows } = await client.query<StateRow>({
    name: 'events-read',
    text: `
      SELECT b.at::int, false AS "isVisit", false AS counted, false AS robot, t.state
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS b(organization, content, at)
      CROSS JOIN LATERAL (
        SELECT state FROM tally WHERE organization = b.organization AND content = b.content) AS t
      UNION ALL
      SELECT b.at::int, true, v.counted, v.robot, v.state
      FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS b(organization, content, visit, at)
      CROSS JOIN LATERAL (
        SELECT counted, robot, state FROM visit
        WHERE organization = b.organization AND content = b.content AND visit = b.visit) AS v`,
    values: [
      records.map((key) => key.organization),
      records.map((key) => key.content),
      visits.map((key) => key.organization),
      visits.map((key) => key.content),
      visits.map((key) => key.visit),
    ],
  })
  const known: KnownStates = { tallies: [], visits: [] }
  for (const row of rows) {
    if (row.isVisit) known.visits[row.at - 1] = row as StateRow & { state: VisitState }
    else known.tallies[row.at - 1] = row.state as TallyState
  }
  return known
}

interface StateRow {
  /** Position of the key, from 1. */
  at: number
  isVisit: boolean
  counted: boolean
  robot: boolean
  state: TallyState | VisitState
}

/** What a group of batches comes to. */
export interface Writes {
  /** The day (UTC) of arrival, under which the events are kept. */
  day: string
  visits: (VisitKey & { counted: boolean; robot: boolean; state: VisitState })[]
  tallies: (RecordKey & { state: TallyState })[]
  /** To be added to what the days have. */
  days: (RecordKey & { day: string } & DayTally)[]
  events: (RecordKey & StoredEvent)[]
}

/** Writes visits, tallies, days and events of locked records, in one statement. */
export async function writeStates(client: ClientBase, writes: Writes): Promise<void> {
  const { day, visits, tallies, days, events } = writes
  await client.query({
    name: 'events-write',
    text: writeText,
    values: [
      day,
      JSON.stringify(visits),
      JSON.stringify(tallies.map(toTallyRow)),
      JSON.stringify(days),
      events.map((event) => event.organization),
      events.map((event) => event.content),
      events.map((event) => event.visit),
      events.map((event) => event.seq),
      events.map((event) => event.item),
      events.map((event) => event.date),
      events.map((event) => event.button),
      events.map((event) => event.counted),
    ],
  })
}

const writeText = `
  WITH visits AS (
    INSERT INTO visit (organization, content, visit, counted, robot, touched, state)
    SELECT organization, content, visit, counted, robot, $1::date, state
    FROM json_to_recordset($2::json)
      AS v(organization text, content text, visit text, counted boolean, robot boolean, state json)
    ON CONFLICT (organization, content, visit) DO UPDATE SET touched = EXCLUDED.touched, state = EXCLUDED.state
  ), tallies AS (
    INSERT INTO tally (organization, content, visits, views, clicks, ms, lost, health, since, state)
    SELECT organization, content, visits, views, clicks, ms, lost, health, $1::date, state
    FROM json_to_recordset($3::json) AS t(organization text, content text, visits bigint, views bigint,
      clicks bigint, ms bigint, lost bigint, health text, state json)
    ON CONFLICT (organization, content) DO UPDATE SET visits = EXCLUDED.visits, views = EXCLUDED.views,
      clicks = EXCLUDED.clicks, ms = EXCLUDED.ms, lost = EXCLUDED.lost, health = EXCLUDED.health,
      state = EXCLUDED.state
  ), days AS (
    INSERT INTO tally_day (organization, content, day, visits, views, clicks, ms)
    SELECT organization, content, day, visits, views, clicks, ms
    FROM json_to_recordset($4::json)
      AS d(organization text, content text, day date, visits bigint, views bigint, clicks bigint, ms bigint)
    ON CONFLICT (organization, content, day) DO UPDATE SET visits = tally_day.visits + EXCLUDED.visits,
      views = tally_day.views + EXCLUDED.views, clicks = tally_day.clicks + EXCLUDED.clicks,
      ms = tally_day.ms + EXCLUDED.ms
  )
  INSERT INTO event (day, organization, content, visit, seq, item, date, button, counted)
  SELECT $1::date, organization, content, visit, seq, item, to_timestamp(date / 1000), button, counted
  FROM unnest($5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::float8[], $11::text[], $12::boolean[])
    AS e(organization, content, visit, seq, item, date, button, counted)`

function toTallyRow({ organization, content, state }: RecordKey & { state: TallyState }) {
  const { visits, views, clicks, ms, last, received } = state
  return {
    organization,
    content,
    visits,
    views,
    clicks,
    ms,
    lost: last - received,
    health: healthOf(state),
    state,
  }
}

function healthOf({ recent }: TallyState): Health {
  const [first] = recent
  if (!first) return 'unknown'
  const isLacking = (report: string, index: number) => report[index] === 'm' || report[index] === 'r'
  const lacking = [...first[1]].some((_, index) => recent.every(([, report]) => isLacking(report, index)))
  return lacking ? 'broken' : 'good'
}

/**
 * Removes all that was measured of a content record, in the transaction that deletes it. Waits for a group under way,
 * and no later one finds the record.
 */
export async function deleteEvents(db: Database, organization: string, content: string): Promise<void> {
  await sql`SELECT 1 FROM content WHERE organization = ${organization} AND id = ${content} FOR UPDATE`.execute(
    db,
  )
  const tally = await db
    .deleteFrom('tally')
    .where('organization', '=', organization)
    .where('content', '=', content)
    .returning('since')
    .executeTakeFirst()
  if (!tally) return
  for (const table of ['visit', 'tally_day'] as const)
    await db
      .deleteFrom(table)
      .where('organization', '=', organization)
      .where('content', '=', content)
      .execute()
  await db
    .deleteFrom('event')
    .where('organization', '=', organization)
    .where('content', '=', content)
    .where('day', '>=', tally.since)
    .execute()
}
