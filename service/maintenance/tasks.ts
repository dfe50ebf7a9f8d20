import { deleteOldCredentials } from '../access/sql.ts'
import type { OpenDatabase } from '../base/database/database.ts'
import { deleteOldAnswers } from '../base/http/keyed-requests.ts'
import { dayOf, deleteOldVisits, dropEventDays, openEventDays } from '../events/event-days-sql.ts'
import type { Rewriting } from './rewriting.ts'

/** What a task gets. */
export interface TaskContext {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  rewriting: Rewriting
  /** How many days events and visits are kept. */
  retentionDays: number
  /** Milliseconds since 1970. */
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
    counts: 'days for which a place for events was made',
    run: ({ store, now }) => openEventDays(store.db, now),
  },
  drop_days: {
    counts: 'days whose events were dropped',
    run: ({ store, ...context }) => dropEventDays(store, oldestDay(context)),
  },
  old_visits: {
    counts: 'old visits that were deleted',
    run: ({ store, ...context }) => deleteOldVisits(store.db, oldestDay(context)),
  },
  old_answers: {
    counts: 'idempotent answers that were forgotten',
    run: ({ store }) => deleteOldAnswers(store.db),
  },
  old_editing: {
    counts: 'tickets and sessions of the editor that were over and were forgotten',
    run: ({ store }) => deleteOldCredentials(store.db),
  },
  rewrite: {
    counts: 'tables that were rewritten without what was deleted',
    run: ({ rewriting, signal }) => rewriting.run(signal),
  },
} satisfies Record<string, { counts: string; run(context: TaskContext): Promise<number> }>

export type TaskName = keyof typeof tasks

function oldestDay({ now, retentionDays }: Pick<TaskContext, 'now' | 'retentionDays'>): string {
  return dayOf(now - retentionDays * dayMs)
}
