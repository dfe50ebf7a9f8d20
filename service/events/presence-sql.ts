import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { AnalyticsItem } from '../../wire/record.ts'
import type { Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import type { VisitKey } from './sql.ts'

/** Visits and when they were last heard of: see `Presence`. */
export interface PresenceTable {
  organization: string
  content: string
  visit: string
  began_at: Timestamp
  seen_at: Timestamp
  away: boolean
  item: number | null
  sent: number
}

declare module '../base/database/schema.ts' {
  interface Schema {
    presence: PresenceTable
  }
}

/** What is known of a visit that may be on a page now. Times are milliseconds since 1970. */
export interface Presence {
  began: number
  seen: number
  /** When the batch that says so was sent: milliseconds of the visit's clock. */
  sent: number
  /** The page was hidden or left. */
  isAway: boolean
  /** Index of the analytics item that was seen or clicked last. */
  item: number | null
}

/** A visit that is not heard of for so long is over. */
const presentMinutes = 5

/** Writes the latest presence of each visit. */
export async function writePresence(client: ClientBase, visits: (VisitKey & Presence)[]): Promise<void> {
  if (visits.length === 0) return
  await client.query({ name: 'presence-write', text: writeText, values: [JSON.stringify(visits)] })
}

const writeText = `
  INSERT INTO presence (organization, content, visit, began_at, seen_at, away, item, sent)
  SELECT organization, content, visit, to_timestamp(began / 1000.0), to_timestamp(seen / 1000.0), "isAway", item, sent
  FROM json_to_recordset($1::json) AS s(organization text, content text, visit text, began float8, seen float8,
    "isAway" boolean, item smallint, sent bigint)
  ON CONFLICT (organization, content, visit) DO UPDATE SET
    seen_at = greatest(presence.seen_at, EXCLUDED.seen_at),
    away = CASE
      WHEN EXCLUDED.sent < presence.sent THEN presence.away
      WHEN EXCLUDED.sent = presence.sent THEN presence.away OR EXCLUDED.away
      ELSE EXCLUDED.away END,
    sent = greatest(presence.sent, EXCLUDED.sent),
    item = coalesce(EXCLUDED.item, presence.item)`

/** A content record that is visited, and the prospect it is for. */
export interface VisitedRecord {
  /** Its id. */
  content: string
  template: string
  /** What its visits are counted by: see `MeasuredItems`. */
  analytics: AnalyticsItem[]
  prospect: string
  name: string | null
  email: string | null
  company: string | null
  domain: string | null
}

/** A visit that is on a page now. */
export interface PresentRow extends VisitedRecord {
  beganAt: Date
  /** Index of the item that was seen or clicked last. */
  item: number | null
}

const mostPresent = 100

/** Who is on a page right now, each once a page, who came last first. */
export async function listPresent(db: Database, organization: string): Promise<PresentRow[]> {
  const { rows } = await sql<Omit<PresentRow, 'analytics'> & MeasuredColumns>`
    SELECT s.content, s.began_at AS "beganAt", s.item, c.analytics, c.content AS items, c.measured, c.template, c.prospect,
      p.name, p.email, p.company, p.domain
    FROM (
      SELECT DISTINCT ON (content) content, began_at, seen_at, item FROM presence
      WHERE organization = ${organization} AND NOT away
        AND seen_at > now() - make_interval(mins => ${presentMinutes})
      ORDER BY content, seen_at DESC) AS s
    JOIN content c ON c.organization = ${organization} AND c.id = s.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    ORDER BY s.began_at DESC LIMIT ${mostPresent}`.execute(db)
  return rows.map(({ items, measured, ...row }) => ({
    ...row,
    analytics: decodeMeasuredItems({ analytics: row.analytics, content: items, measured }).analytics,
  }))
}

/** Columns of a record that say by what its visits are counted. */
export interface MeasuredColumns {
  analytics: string
  items: string
  measured: string | null
}

/** Removes the visits that are over; returns how many. */
export async function removeOldPresence(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM presence WHERE seen_at < now() - make_interval(mins => ${2 * presentMinutes})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
