import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/** How many days ahead partitions are created. */
const daysAhead = 7
const dayMs = 24 * 60 * 60 * 1000

/** The day (UTC) of a time in milliseconds since 1970, as `2026-11-20`. */
export function dayOf(date: number): string {
  const number = Math.floor(date / dayMs)
  if (number !== latest.number) latest = { number, day: new Date(date).toISOString().slice(0, 10) }
  return latest.day
}

/** Cached, because most dates are of the same day as the one before, and formatting takes a microsecond. */
let latest = { number: Number.NaN, day: '' }

/**
 * Creates the partitions for the events of today and the next week; returns how many were missing. Safe beside other
 * processes that do the same.
 */
export async function openEventDays(db: Database, now = Date.now()): Promise<number> {
  const open = new Set(await eventDays(db))
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => dayOf(now + ahead * dayMs))
  const missing = days.filter((day) => !open.has(day))
  for (const day of missing) await openEventDay(db, day)
  return missing.length
}

/**
 * Creates the partition for the events of one day. A separate table is created and attached: `CREATE TABLE … PARTITION
 * OF` would lock out all readers and writers of events while it waits for a long reader, such as a dump.
 */
export async function openEventDay(db: Database, day: string): Promise<void> {
  if ((await eventDays(db)).includes(day)) return
  const table = sql.table(tableOf(day))
  const next = dayOf(Date.parse(day) + dayMs)
  await ignoreIfExists(sql`CREATE TABLE IF NOT EXISTS ${table} (LIKE event INCLUDING DEFAULTS)`.execute(db))
  await ignoreIfExists(
    sql`
      ALTER TABLE event ATTACH PARTITION ${table}
      FOR VALUES FROM (${sql.lit(day)}) TO (${sql.lit(next)})`.execute(db),
  )
}

/** SQLSTATEs where another process has created the same table, or attached it, at the same moment. */
const existingStates = new Set(['42P07', '23505', '42P17', '42809'])

async function ignoreIfExists(made: Promise<unknown>): Promise<void> {
  await made.catch((error: { code?: string }) => {
    if (!existingStates.has(error.code ?? '')) throw error
  })
}

/** The days that have a partition, oldest first. */
export async function eventDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'event'::regclass ORDER BY c.relname`.execute(db)
  return rows.map(({ name }) => name.replace(/^event_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
}

/** What waits for a lock makes others wait behind it: no longer than this. */
export const lockTimeout = '200ms'

/** SQLSTATEs: a lock was not to be had in time, or who had it waited for this one. */
const lockStates = new Set(['55P03', '40P01'])

/** Whether something failed because somebody reads or writes events. */
export function isLocked(error: unknown): boolean {
  return lockStates.has((error as { code?: string }).code ?? '')
}

/**
 * Drops the events of visits that began before the day `oldest`, day by day; returns how many were dropped. Results do
 * not change. While somebody reads events for long, as a dump does, days stay until the next time.
 */
export async function dropEventDays(db: Database, oldest: string): Promise<number> {
  let dropped = 0
  for (const day of await eventDays(db)) {
    if (day >= oldest) break
    try {
      await db.transaction().execute(async (trx) => {
        await sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx)
        await sql`DROP TABLE ${sql.table(tableOf(day))}`.execute(trx)
      })
    } catch (error) {
      if (isLocked(error)) break
      throw error
    }
    dropped += 1
  }
  return dropped
}

const visitsAtOnce = 2000

/** Deletes visits whose events are dropped and whose last batch came before the day `oldest`; returns how many. */
export async function deleteOldVisits(db: Database, oldest: string): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM visit WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM visit WHERE seen_minute < ${Date.parse(oldest) / 60_000}::integer
        LIMIT ${visitsAtOnce} FOR UPDATE SKIP LOCKED))`.execute(db)
    const some = Number(numAffectedRows ?? 0)
    deleted += some
    if (some < visitsAtOnce) return deleted
  }
}

/** The partition of a day. */
export function tableOf(day: string): string {
  return `event_${day.replaceAll('-', '')}`
}
