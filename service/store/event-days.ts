import { sql } from 'kysely'
import type { Database, OpenDatabase } from './database.ts'

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

/**
 * Makes sure that events can be kept today and for a week; gives how many days were opened. Safe beside other processes
 * that do the same.
 */
export async function openEventDays(db: Database, now = Date.now()): Promise<number> {
  const open = new Set(await eventDays(db))
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => dayOf(now + ahead * dayMs))
  const missing = days.filter((day) => !open.has(day))
  for (const day of missing) await openEventDay(db, day)
  return missing.length
}

/**
 * Makes the place for the events of one day. A table of its own is attached, because to make it as a partition locks out
 * everybody who reads or writes events, behind whoever reads them for hours, as a dump does.
 */
export async function openEventDay(db: Database, day: string): Promise<void> {
  if ((await eventDays(db)).includes(day)) return
  const table = sql.table(tableOf(day))
  const next = dayOf(Date.parse(day) + dayMs)
  await unlessMadeByAnother(
    sql`CREATE TABLE IF NOT EXISTS ${table} (LIKE event INCLUDING DEFAULTS)`.execute(db),
  )
  await unlessMadeByAnother(
    sql`
      ALTER TABLE event ATTACH PARTITION ${table}
      FOR VALUES FROM (${sql.lit(day)}) TO (${sql.lit(next)})`.execute(db),
  )
}

/** What PostgreSQL says where another process made the same table, or attached it, at the same moment. */
const madeByAnother = new Set(['42P07', '23505', '42P17', '42809'])

async function unlessMadeByAnother(made: Promise<unknown>): Promise<void> {
  await made.catch((error: { code?: string }) => {
    if (!madeByAnother.has(error.code ?? '')) throw error
  })
}

/** The days that have a place for events, oldest first. */
export async function eventDays(db: Database): Promise<string[]> {
  return (await dayTables(db)).filter(({ state }) => state === 'open').map(({ day }) => day)
}

/**
 * Drops the events that arrived before the day `oldest`, a day at a time and in no time; gives how many days went.
 * Results do not change. A day that somebody reads meanwhile stays for the next time: nobody waits.
 */
export async function dropEventDays(
  { db, kind }: Pick<OpenDatabase, 'db' | 'kind'>,
  oldest: string,
): Promise<number> {
  const old = (await dayTables(db)).filter(({ day }) => day < oldest)
  let dropped = 0
  for (const table of old) {
    const isDropped = await db.connection().execute((connection) => drop(connection, table, kind))
    // Who reads one day for long, as a dump does, reads them all.
    if (!isDropped) break
    dropped += 1
  }
  return dropped
}

/** The longest that a statement waits for whoever reads the day. */
const lockTimeout = '2s'
const lockNotAvailable = '55P03'

async function drop(db: Database, { day, state }: DayTable, kind: OpenDatabase['kind']): Promise<boolean> {
  const table = sql.table(tableOf(day))
  await sql`SELECT set_config('lock_timeout', ${lockTimeout}, false)`.execute(db)
  try {
    // What waits to take a partition from its table stops all who come after it, unless it is done in two steps.
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

/** The table of a day: in its place, on its way out of it, or out of it. */
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

const visitsAtATime = 2000

/** Deletes visits that were last heard of before the day `oldest`, some at a time; gives how many. */
export async function deleteOldVisits(db: Database, oldest: string): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM visit WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM visit WHERE touched < ${oldest}::date
        LIMIT ${visitsAtATime} FOR UPDATE SKIP LOCKED))`.execute(db)
    const some = Number(numAffectedRows ?? 0)
    deleted += some
    if (some < visitsAtATime) return deleted
  }
}

function tableOf(day: string): string {
  return `event_${day.replaceAll('-', '')}`
}
