import type { ClientBase } from 'pg'
import type { Defaulted } from '../base/database/columns.ts'
import { isInvitedSql } from '../content/in-open-campaign.ts'

/** Batches that were accepted and are not rolled up yet. */
export interface ArrivalTable {
  /** Id of the process that accepted them, a new one at each start. */
  writer: string
  /** Counts up with each write of its process. */
  number: number
  /** See `encodeArrivals`. */
  batches: string
}

/** Batches that can never be rolled up, for people to look at. */
export interface ArrivalAsideTable extends ArrivalTable {
  /** Position of the batch in its row. */
  position: number
  organization: string | null
  content: string | null
  error: string
  set_aside_at: Defaulted<Date>
}

declare module '../base/database/schema.ts' {
  interface Schema {
    arrival: ArrivalTable
    arrival_aside: ArrivalAsideTable
  }
}

/**
 * Names a row. A batch is acknowledged once it is in a row, with all others that came at the same time. The roll-up
 * then writes many batches together into visits, tallies and events, and deletes the row. Writing a batch twice changes
 * nothing, so several processes may work on a row, and again after a kill.
 */
export interface ArrivalKey {
  /** Id of the process that accepted the batches. */
  writer: string
  /** Counts up with each row of its process. */
  number: number
}

export interface ArrivalRow extends ArrivalKey {
  /** See `encodeArrivals`. */
  batches: string
}

/**
 * Inserts a row, unless some of its patterns name no completed content record, or one whose campaign is not open: then
 * it returns these patterns and inserts nothing.
 */
export async function keepArrivals(
  client: ClientBase,
  { writer, number, batches }: ArrivalRow,
  patterns: string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ pattern: string }>({
    name: 'arrivals-keep',
    text: `
      WITH gone AS MATERIALIZED (
        SELECT b.pattern FROM unnest($4::text[]) AS b(pattern)
        LEFT JOIN LATERAL (
          SELECT true AS known FROM content
          WHERE content.pattern = b.pattern AND content.status = 'completed' AND ${isInvitedSql} OFFSET 0) AS c
          ON true
        WHERE c.known IS NULL),
      kept AS (
        INSERT INTO arrival (writer, number, batches)
        SELECT $1, $2::bigint, $3 WHERE NOT EXISTS (SELECT FROM gone))
      SELECT pattern FROM gone`,
    values: [writer, number, batches, patterns],
  })
  return new Set(rows.map(({ pattern }) => pattern))
}

/** How much is read in one query. */
export interface ReadLimit {
  rows: number
  /** The last row may go beyond it, so that at least one is read. */
  bytes: number
}

/** The rows after `after`, of one process, or of all where `writer` is undefined. */
export async function readArrivals(
  client: ClientBase,
  writer: string | undefined,
  limit: ReadLimit,
  after: ArrivalKey = { writer: '', number: 0 },
): Promise<ArrivalRow[]> {
  const { rows } = await client.query<ArrivalRow>({
    name: writer === undefined ? 'arrivals-read-all' : 'arrivals-read',
    text: `
      SELECT writer, number, batches FROM (
        SELECT *, sum(octet_length(batches)) OVER (ORDER BY writer, number) AS bytes FROM (
          SELECT * FROM arrival WHERE (writer, number) > ($3, $4::bigint) ${writer === undefined ? '' : 'AND writer = $5'}
          ORDER BY writer, number LIMIT $1) AS first) AS summed
      WHERE bytes - octet_length(batches) < $2 ORDER BY writer, number`,
    values: [limit.rows, limit.bytes, after.writer, after.number, ...(writer === undefined ? [] : [writer])],
  })
  return rows
}

/** A batch that can never be rolled up, or a whole row that cannot be read: see `encodeArrivals`. */
export interface AsideBatch extends ArrivalRow {
  /** Its position in its row. */
  position: number
  /** The record that it is about, where that is known: they are deleted together. */
  organization: string | undefined
  content: string | undefined
  /** The SQLSTATE or the error's name: nothing personal. */
  error: string
}

/** Stores a batch that can never be rolled up. Idempotent. */
export async function setArrivalAside(client: ClientBase, aside: AsideBatch): Promise<void> {
  const { writer, number, position, organization, content, batches, error } = aside
  await client.query(
    `INSERT INTO arrival_aside (writer, number, position, organization, content, batches, error)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (writer, number, position) DO NOTHING`,
    [writer, number, position, organization, content, batches, error],
  )
}

/**
 * Deletes rows that are rolled up, without waiting for the disk: a row that is back after a crash is rolled up again,
 * which changes nothing.
 */
export async function removeArrivals(client: ClientBase, rows: ArrivalKey[]): Promise<void> {
  await client.query({
    name: 'arrivals-remove',
    text: `
      DELETE FROM arrival USING unnest($1::text[], $2::bigint[]) AS gone(writer, number),
        (SELECT set_config('synchronous_commit', 'off', true)) AS lazily
      WHERE arrival.writer = gone.writer AND arrival.number = gone.number`,
    values: [rows.map(({ writer }) => writer), rows.map(({ number }) => number)],
  })
}

/**
 * Frees the space of deleted rows. The embedded database has no autovacuum, and a server's would come once a minute.
 * The file keeps its size: truncating it takes a lock and a sync.
 */
export async function freeArrivals(client: ClientBase): Promise<void> {
  await client.query('VACUUM (TRUNCATE false, SKIP_LOCKED true) arrival')
}
