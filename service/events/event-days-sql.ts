import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { computeStale } from './results/tallies.ts'

const daysAhead = 7
const dayMs = 24 * 60 * 60 * 1000

/** The day (UTC) of a time in milliseconds since 1970, as `2026-11-20`. */
export function dayOf(date: number): string {
  return new Date(date).toISOString().slice(0, 10)
}

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
const lockTimeout = '200ms'

/** Results do not have all of a day yet. */
class NotComputed extends Error {}

/** SQLSTATEs: a lock was not to be had in time, or who had it waited for this one. */
const lockStates = new Set(['55P03', '40P01'])

/**
 * Drops the events of visits that began on a day, once results have all of them. False if somebody reads events for long, as
 * a dump does, or a batch has just come: then the day stays until the next time.
 *
 * @param check called in the transaction, with the day locked; what it throws keeps the day
 */
export async function dropEventDay(
  db: Database,
  day: string,
  check?: (trx: Database) => Promise<void>,
): Promise<boolean> {
  const table = sql.table(tableOf(day))
  while ((await computeStale(db)) > 0);
  try {
    await db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`.execute(trx)
      if (check) await sql`LOCK TABLE ${table} IN SHARE MODE`.execute(trx)
      await check?.(trx)
      // From here on no batch can be stored, and those before have marked what they change.
      await sql`DROP TABLE ${table}`.execute(trx)
      const stale = await sql`SELECT FROM tally_day WHERE stale AND arrived_on = ${day}::date`.execute(trx)
      if (stale.rows.length > 0) throw new NotComputed()
    })
    return true
  } catch (error) {
    if (error instanceof NotComputed || lockStates.has((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** Drops the events of visits that began before the day `oldest`, day by day; returns how many days were dropped. */
export async function dropEventDays(db: Database, oldest: string): Promise<number> {
  const old = (await eventDays(db)).filter((day) => day < oldest)
  for (const [dropped, day] of old.entries()) if (!(await dropEventDay(db, day))) return dropped
  return old.length
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
