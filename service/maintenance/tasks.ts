import { sql } from 'kysely'
import type { Logger } from 'pino'
import { deleteOldCredentials } from '../access/sql.ts'
import { deleteOldActs } from '../assistants/sql.ts'
import type { Database, OpenDatabase } from '../base/database/database.ts'
import { deleteOldAnswers } from '../base/http/plugins/idempotency.ts'
import { dayOf, deleteOldVisits, dropEventDays, eventDays, openEventDays } from '../events/event-days-sql.ts'
import { deleteOldAlerts } from '../messages/receivers-sql.ts'
import type { PageStates } from '../templates/page-states.ts'

interface TaskContext {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  pages: Pick<PageStates, 'checkDue'>
  /** Whether somebody asked for this run: then nothing waits for the time when it is due. */
  isAsked: boolean
  /** The day from which on events and visits stay: see `keptFrom`. */
  oldest: string
  /** Milliseconds since 1970, by the clock of the database. */
  now: number
  signal: AbortSignal
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Every task, in the order in which they run, with what it counts. Each returns how much it did, and may be stopped
 * half-way and run again.
 */
export const tasks = {
  open_days: {
    counts: 'days prepared for events',
    run: ({ store, now }) => openEventDays(store.db, now),
  },
  drop_days: {
    counts: 'days whose events were dropped',
    run: ({ store, oldest }) => dropEventDays(store.db, oldest),
  },
  old_visits: {
    counts: 'old visits deleted',
    run: ({ store, oldest }) => deleteOldVisits(store.db, oldest),
  },
  old_answers: {
    counts: 'answers for an Idempotency-Key deleted',
    run: ({ store }) => deleteOldAnswers(store.db),
  },
  old_editing: {
    counts: 'sign-in links, sessions and tickets deleted that had ended',
    run: ({ store }) => deleteOldCredentials(store.db),
  },
  old_alerts: {
    counts: 'alerts deleted that were told long ago',
    run: ({ store }) => deleteOldAlerts(store.db),
  },
  old_acts: {
    counts: 'notes of what assistants changed deleted',
    run: ({ store }) => deleteOldActs(store.db),
  },
  vacuum: {
    counts: 'tables vacuumed',
    run: async ({ store, signal }) => (store.kind === 'pglite' ? vacuumChanged(store.db, signal) : 0),
  },
  rewrite: {
    counts: 'tables rewritten without people who were erased',
    run: async ({ store, signal }) => (store.kind === 'pglite' ? rewriteErased(store.db, signal) : 0),
  },
  check_pages: {
    counts: 'pages of templates checked',
    run: ({ pages, now, isAsked, signal }) => pages.checkDue({ now, isAll: isAsked, signal }),
  },
} satisfies Record<string, { counts: string; run(context: TaskContext): Promise<number> }>

export type TaskName = keyof typeof tasks

/** How many days of events the hourly task drops: a clock that is wrong must not empty the database. */
const mostDays = 2

/**
 * The day from which on events and visits stay. Unless somebody asked for it, at most `mostDays` days are due in one run,
 * and each stays a day longer, in which a nightly `archive` can take it.
 */
export async function keptFrom(
  retentionDays: number,
  { store, log, now, isAsked }: Pick<TaskContext, 'store' | 'now' | 'isAsked'> & { log: Logger },
): Promise<string> {
  const oldest = dayOf(now - (retentionDays + Number(!isAsked)) * dayMs)
  const due = (await eventDays(store.db)).filter((day) => day < oldest)
  const next = due[mostDays]
  if (isAsked || next === undefined) return oldest
  log.warn(
    { days: due.length },
    'more days of events than usual are due to be dropped: is the clock right? An hour drops two; the command maintain drops all',
  )
  return next
}

/**
 * Frees the space of deleted rows in the tables that have changed, and returns how many those were. The embedded database
 * does not do so by itself, as a server does. No statement waits long: nothing is rewritten.
 */
async function vacuumChanged(db: Database, signal: AbortSignal): Promise<number> {
  // A session publishes its own statistics once a second at most.
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND n_mod_since_analyze > 0 ORDER BY relname`.execute(db)
  for (const [at, { name }] of rows.entries()) {
    if (signal.aborted) return at
    await sql`VACUUM (ANALYZE) ${sql.table(name)}`.execute(db)
  }
  return rows.length
}

/**
 * Removes erased people from the files of the embedded database, if somebody was erased since the last time. Returns how
 * many tables were rewritten.
 *
 * A deleted row stays in its page: VACUUM frees the space but leaves the bytes, in the table, in its TOAST table and in
 * the keys of its indexes. Only rewriting the table with its indexes removes them. Samples of its columns are in
 * `pg_statistic`, where ANALYZE leaves those of an empty table. And each row was in the write-ahead log, whose files
 * are deleted after two checkpoints (`wal_recycle=off` keeps them from being reused with their bytes).
 */
async function rewriteErased(db: Database, signal: AbortSignal): Promise<number> {
  const { rows: erasures } = await sql<{ id: string }>`SELECT id FROM erasure WHERE in_files`.execute(db)
  if (erasures.length === 0) return 0
  const tables = await tablesOfPeople(db)
  for (const [at, name] of tables.entries()) {
    if (signal.aborted) return at
    await rewrite(db, name)
  }
  await clearLog(db)
  await sql`DELETE FROM stale WHERE name = ANY (${tables}::text[])`.execute(db)
  await sql`
    UPDATE erasure SET in_files = false WHERE id = ANY (${erasures.map(({ id }) => id)}::text[])`.execute(db)
  return tables.length
}

/** All tables; of the days of events only those in which events were deleted (`delete_events` notes them in `stale`). */
async function tablesOfPeople(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND (relname !~ '^event(_|$)' OR relname IN (SELECT name FROM stale))
    ORDER BY relname`.execute(db)
  return rows.map(({ name }) => name)
}

async function rewrite(db: Database, name: string): Promise<void> {
  // Samples of an expression belong to its index.
  await sql`
    DELETE FROM pg_statistic WHERE starelid = ${name}::regclass
      OR starelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ${name}::regclass)`.execute(db)
  await sql`VACUUM (FULL, ANALYZE) ${sql.table(name)}`.execute(db)
}

async function clearLog(db: Database): Promise<void> {
  await sql`VACUUM FULL pg_statistic`.execute(db)
  for (let turn = 0; turn < 2; turn++) {
    await sql`SELECT pg_switch_wal()`.execute(db)
    await sql`CHECKPOINT`.execute(db)
  }
}
