import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Days ahead for which there is a place for events already. */
const daysAhead = 7
const dayMs = 24 * 60 * 60 * 1000

/** The day (UTC) of a moment, as `2026-11-20`. */
export function dayOf(date: number): string {
  const number = Math.floor(date / dayMs)
  if (number !== latest.number) latest = { number, day: new Date(date).toISOString().slice(0, 10) }
  return latest.day
}

/** Most dates are of the day of the one before, and writing one out takes a microsecond. */
let latest = { number: Number.NaN, day: '' }

/** Makes sure that events can be kept today and for a week. Safe beside other processes that do the same. */
export async function openEventDays(db: Database, now = Date.now()): Promise<void> {
  const open = new Set(await eventDays(db))
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const day = dayOf(now + ahead * dayMs)
    if (!open.has(day)) await openEventDay(db, day)
  }
}

/** Makes the place for the events of one day. */
export async function openEventDay(db: Database, day: string): Promise<void> {
  const next = dayOf(Date.parse(day) + dayMs)
  const create = sql`
    CREATE TABLE IF NOT EXISTS ${sql.table(tableOf(day))} PARTITION OF event
    FOR VALUES FROM (${sql.lit(day)}) TO (${sql.lit(next)})`
  await create.execute(db).catch((error: { code?: string }) => {
    if (!madeByAnother.has(error.code ?? '')) throw error
  })
}

/** What PostgreSQL says where another process made the same table at the same moment. */
const madeByAnother = new Set(['42P07', '23505', '42P17'])

/**
 * Forgets the events that arrived more than `retentionDays` ago: their days are dropped whole, in no time, and the
 * visits that were last heard of then go with them, some at a time. Results do not change.
 */
export async function dropOldEvents(db: Database, retentionDays: number, now = Date.now()): Promise<void> {
  const oldest = dayOf(now - retentionDays * dayMs)
  for (const day of await eventDays(db))
    if (day < oldest) await sql`DROP TABLE IF EXISTS ${sql.table(tableOf(day))}`.execute(db)
  while ((await deleteOldVisits(db, oldest)) > 0);
}

const visitsAtATime = 2000

async function deleteOldVisits(db: Database, oldest: string): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM visit WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM visit WHERE touched < ${oldest}::date LIMIT ${visitsAtATime} FOR UPDATE SKIP LOCKED))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** The days that have a place for events, oldest first. */
export async function eventDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'event'::regclass ORDER BY c.relname`.execute(db)
  return rows.map(({ name }) => name.replace(/^event_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
}

function tableOf(day: string): string {
  return `event_${day.replaceAll('-', '')}`
}
