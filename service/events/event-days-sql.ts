import { sql } from 'kysely'
import type { Database, OpenDatabase } from '../base/database/database.ts'

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
  return (await dayTables(db)).filter(({ state }) => state === 'open').map(({ day }) => day)
}

/**
 * Drops the events of visits that began before the day `oldest`, partition by partition; returns how many days were dropped.
 * Results do not change. A day that is being read stays until the next time, so that nobody waits.
 */
export async function dropEventDays(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  oldest: string,
): Promise<number> {
  const old = (await dayTables(db)).filter(({ day }) => day < oldest)
  let dropped = 0
  for (const table of old) {
    // A long reader, such as a dump, reads all days.
    if (!(await db.connection().execute((connection) => drop(connection, table, kind)))) break
    dropped += 1
  }
  return dropped
}

/** How long a statement waits for readers of the day. */
const lockTimeout = '2s'
const lockNotAvailable = '55P03'

/** Whether it was dropped; not where it is being read. */
async function drop(db: Database, { day, state }: DayTable, kind: OpenDatabase['kind']): Promise<boolean> {
  const table = sql.table(tableOf(day))
  await sql`SELECT set_config('lock_timeout', ${lockTimeout}, false)`.execute(db)
  try {
    // A plain DETACH that waits for its lock would block all later statements; CONCURRENTLY works in two steps.
    if (kind === 'postgres' && state === 'open')
      await sql`ALTER TABLE event DETACH PARTITION ${table} CONCURRENTLY`.execute(db)
    if (state === 'leaving') await sql`ALTER TABLE event DETACH PARTITION ${table} FINALIZE`.execute(db)
    await sql`DROP TABLE ${table}`.execute(db)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  } finally {
    await sql`RESET lock_timeout`.execute(db)
  }
}

/** The table of a day: attached (`open`), being detached (`leaving`), or detached (`apart`). */
interface DayTable {
  day: string
  state: 'open' | 'leaving' | 'apart'
}

async function dayTables(db: Database): Promise<DayTable[]> {
  const { rows } = await sql<{ name: string; state: DayTable['state'] }>`
    SELECT c.relname AS name,
      CASE WHEN i.inhrelid IS NULL THEN 'apart' WHEN i.inhdetachpending THEN 'leaving' ELSE 'open' END AS state
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname ~ '^event_[0-9]{8}$'
    ORDER BY c.relname`.execute(db)
  return rows.map(({ name, state }) => ({
    day: name.replace(/^event_(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    state,
  }))
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
