import type { ClientBase } from 'pg'
import type { Database } from '../base/database/database.ts'
import { decodeTally, decodeVisit } from './event-codec.ts'
import type { Begun, TallyState, VisitState } from './tally.ts'

/**
 * The roll-up writes in three statements of one transaction: it locks the content records, reads the states of their
 * visits, and writes the new ones (`write-states.ts`). The lock of a record protects its visits and tallies on all
 * replicas, and a deleted record cannot be locked. Locks are taken in the order of the patterns, which avoids
 * deadlocks. The statements are prepared by name, being the same for every group. A plan made while a table is small is
 * kept when it has grown: `OFFSET 0` keeps a look-up by key from becoming a scan.
 */

/** A completed content record. Its items are null where the known revision is the current one. */
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
 * Finds the completed records of these patterns.
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
        WHERE content.pattern = b.pattern AND status = 'completed' ${locking ? 'FOR NO KEY UPDATE' : 'OFFSET 0'}) AS c`,
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

/** A stored visit. */
export interface KeptVisit {
  /** False for a robot's or a test prospect's: left out of results. */
  counted: boolean
  robot: boolean
  state: VisitState
}

/** A stored tally. */
export interface KeptTally {
  state: TallyState
  begun: Begun
}

/** A stored tally, and whether a visit has reached the goal. */
export interface KnownTally extends KeptTally {
  reached: boolean
}

/** The stored `visits` and `tallies`, in the order of the keys; undefined where there is none. */
export interface KnownStates {
  tallies: (KnownTally | undefined)[]
  visits: (KeptVisit | undefined)[]
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
      SELECT b.at::int, t.dropped, t.begun_since AS "begunSince", t.begun_visits AS "begunVisits",
        t.reached, false AS counted, false AS robot, t.state
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS b(organization, content, at)
      CROSS JOIN LATERAL (
        SELECT dropped, begun_since, begun_visits, reached, state FROM tally
        WHERE organization = b.organization AND content = b.content OFFSET 0) AS t
      UNION ALL
      SELECT b.at::int, NULL, 0, 0, false, v.counted, v.robot, v.state
      FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS b(organization, content, visit, at)
      CROSS JOIN LATERAL (
        SELECT counted, robot, state FROM visit
        WHERE organization = b.organization AND content = b.content AND visit = b.visit OFFSET 0) AS v`,
    values: [
      records.map((key) => key.organization),
      records.map((key) => key.content),
      visits.map((key) => key.organization),
      visits.map((key) => key.content),
      visits.map((key) => key.visit),
    ],
  })
  const known: KnownStates = { tallies: [], visits: [] }
  for (const { at, dropped, begunSince, begunVisits, reached, counted, robot, state } of rows) {
    if (dropped === null) known.visits[at - 1] = { counted, robot, state: decodeVisit(state) }
    else
      known.tallies[at - 1] = {
        state: decodeTally(state, dropped),
        begun: { since: begunSince, visits: begunVisits },
        reached,
      }
  }
  return known
}

interface StateRow {
  /** Position of the key, from 1. */
  at: number
  /** Of a tally; null of a visit. */
  dropped: string | null
  /** Of a tally. */
  begunSince: number
  begunVisits: number
  reached: boolean
  counted: boolean
  robot: boolean
  state: string
}

/**
 * Deletes all that was measured of a content record, in the transaction that has deleted it. That deletion waits for a
 * group under way, and no later group finds the record.
 */
export async function deleteEvents(db: Database, organization: string, content: string): Promise<void> {
  const tally = await db
    .deleteFrom('tally')
    .where((is) => is.and({ organization, content }))
    .returning('since')
    .executeTakeFirst()
  await db
    .deleteFrom('arrival_aside')
    .where((is) => is.and({ organization, content }))
    .execute()
  if (!tally) return
  for (const table of ['visit', 'tally_day', 'presence'] as const)
    await db
      .deleteFrom(table)
      .where((is) => is.and({ organization, content }))
      .execute()
  await db
    .deleteFrom('event')
    .where((is) => is.and({ organization, content }))
    .where('day', '>=', tally.since)
    .execute()
}
