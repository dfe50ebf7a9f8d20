import type { OpenDatabase } from '../store/database.ts'
import { forgetOldEditing } from '../store/editing-sessions.ts'
import { dayOf, deleteOldVisits, dropEventDays, openEventDays } from '../store/event-days.ts'
import { forgetOldAnswers } from '../store/keyed-requests.ts'
import { removeOldSigns } from '../store/presence.ts'
import type { Rewriting } from '../store/rewriting.ts'

/** What the tasks work with. */
export interface TaskContext {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  rewriting: Rewriting
  /** Days that events and visits are kept. */
  retentionDays: number
  /** Milliseconds since 1970. */
  now: number
  /** Aborts when the process is to end. */
  signal: AbortSignal
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Every task, in the order in which they run, with what its number counts. Each gives how much it did; each may be
 * stopped half-way and run again.
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
  old_signs: {
    counts: 'visits that are over and were taken off the list of who is on a page',
    run: ({ store }) => removeOldSigns(store.db),
  },
  old_answers: {
    counts: 'idempotent answers that were forgotten',
    run: ({ store }) => forgetOldAnswers(store.db),
  },
  old_editing: {
    counts: 'tickets and sessions of the editor that were over and were forgotten',
    run: ({ store }) => forgetOldEditing(store.db),
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
