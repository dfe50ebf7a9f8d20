import type { Logger } from 'pino'
import { deleteOldCredentials } from '../access/sql.ts'
import type { OpenDatabase } from '../base/database/database.ts'
import { deleteOldAnswers } from '../base/http/keyed-requests.ts'
import type { AssertMine } from '../base/jobs/maintenance-claim.ts'
import { archiveDays, eraseFromArchive, oldestUnarchived } from '../events/archive/archive.ts'
import { dayOf, deleteOldVisits, dropEventDays, openEventDays } from '../events/event-days-sql.ts'
import { deleteOldAlerts } from '../messages/alerts/sql.ts'
import type { PageStates } from '../templates/page-states.ts'
import type { Rewriting } from './rewriting.ts'

/** What a task gets. */
interface TaskContext {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  rewriting: Rewriting
  log: Logger
  pages: Pick<PageStates, 'checkDue'>
  assertMine: AssertMine
  /** Whether somebody asked for this run: then nothing waits for the time when it is due. */
  isAsked: boolean
  /** How many days events and visits are kept. */
  retentionDays: number
  /** Where older events go. */
  archive: string | undefined
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
    counts: 'days prepared for events',
    run: ({ store, now }) => openEventDays(store.db, now),
  },
  archive_days: {
    counts: 'days whose events were archived',
    async run({ store, archive, assertMine, signal, ...context }) {
      if (archive === undefined) return 0
      const options = { before: retainedFrom(context), folder: archive, assertMine, signal }
      let days = 0
      for await (const _ of archiveDays(store, options)) days += 1
      return days
    },
  },
  erase_archive: {
    counts: 'files of the archive from which deleted records were removed',
    run: ({ store, log, assertMine }) => eraseFromArchive(store, log, assertMine),
  },
  drop_days: {
    counts: 'days whose events were dropped',
    // What arrives late for a day that is in the archive waits for the next time.
    run: (context) =>
      dropEventDays(context.store, retainedFrom(context), context.archive === undefined ? 'all' : 'empty'),
  },
  old_visits: {
    counts: 'old visits deleted',
    run: async (context) => deleteOldVisits(context.store.db, await oldestDay(context)),
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
  rewrite: {
    counts: 'tables rewritten without deleted data',
    run: ({ rewriting, signal }) => rewriting.run(signal),
  },
  check_pages: {
    counts: 'pages of templates checked',
    run: ({ pages, now, isAsked, signal }) => pages.checkDue({ now, isAll: isAsked, signal }),
  },
} satisfies Record<string, { counts: string; run(context: TaskContext): Promise<number> }>

export type TaskName = keyof typeof tasks

/** The day from which on everything is kept. If there is an archive, that is none before all older ones are in it. */
async function oldestDay(context: TaskContext): Promise<string> {
  const retained = retainedFrom(context)
  return context.archive === undefined ? retained : oldestUnarchived(context.store, retained)
}

function retainedFrom({ now, retentionDays }: Pick<TaskContext, 'now' | 'retentionDays'>): string {
  return dayOf(now - retentionDays * dayMs)
}
