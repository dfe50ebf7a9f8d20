import type { Logger } from 'pino'
import { deleteOldCredentials } from '../access/sql.ts'
import type { OpenDatabase } from '../base/database/database.ts'
import { deleteOldAnswers } from '../base/http/keyed-requests.ts'
import { dayOf, deleteOldVisits, dropEventDays, eventDays, openEventDays } from '../events/event-days-sql.ts'
import { deleteOldAlerts } from '../messages/receivers-sql.ts'
import type { PageStates } from '../templates/page-states.ts'
import { rewriteErased, vacuumChanged } from './vacuum.ts'

/** What a task gets. */
interface TaskContext {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  pages: Pick<PageStates, 'checkDue'>
  /** Whether somebody asked for this run: then nothing waits for the time when it is due. */
  isAsked: boolean
  /** The day from which on events and visits stay: see `keptFrom`. */
  oldest: string
  /** Milliseconds since 1970, by the clock of the database. */
  now: number
  /** Aborts at shutdown. */
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
  vacuum: {
    counts: 'tables vacuumed',
    run: async ({ store: { db, kind }, signal }) => (kind === 'pglite' ? vacuumChanged(db, signal) : 0),
  },
  rewrite: {
    counts: 'tables rewritten without people who were erased',
    run: async ({ store: { db, kind }, signal }) => (kind === 'pglite' ? rewriteErased(db, signal) : 0),
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
export async function keptFrom({
  store,
  log,
  now,
  isAsked,
  retentionDays,
}: Pick<TaskContext, 'store' | 'now' | 'isAsked'> & { log: Logger; retentionDays: number }): Promise<string> {
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
