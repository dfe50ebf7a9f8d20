import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { claimJobs, LostJob, leaseSeconds, postponeJob, releaseLease, renewLease } from '../store/jobs.ts'
import type { JobKind, LeasedJob } from './job.ts'

/**
 * Does one job. It ends the job itself (`finishJob` or `postponeJob`), in one transaction with what it writes.
 * What it throws is logged and tried again later.
 */
export type JobHandler = (job: LeasedJob) => Promise<void>

export interface Workers {
  /** Looks for due jobs now: to be called after the transaction that put a job down. */
  wake(): void
  /** Takes no more jobs, and resolves when those under way are done or `graceMs` are over. */
  stop(graceMs: number): Promise<void>
}

interface WorkersOptions {
  db: Database
  log: Logger
  handlers: Record<JobKind, JobHandler>
  /** How many jobs of a kind may be under way at once. */
  concurrency: Record<JobKind, number>
}

const pollMs = 1000
const longestRetrySeconds = 60

/** Starts working through the jobs in the database, beside any number of other processes that do. */
export function startWorkers(options: WorkersOptions): Workers {
  const lease = randomUUID()
  const lanes = (Object.keys(options.handlers) as JobKind[]).map((kind) => createLane(kind, lease, options))
  const wake = () => {
    for (const lane of lanes) lane.wake()
  }
  const poll = setInterval(wake, pollMs)
  const renew = setInterval(
    () =>
      void renewLease(options.db, lease).catch((error) =>
        options.log.error({ err: error }, 'lease not renewed'),
      ),
    (leaseSeconds * 1000) / 3,
  )
  wake()
  return {
    wake,
    async stop(graceMs) {
      clearInterval(poll)
      const drained = Promise.all(lanes.map((lane) => lane.drain()))
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
      clearInterval(renew)
      await releaseLease(options.db, lease)
    },
  }
}

/** One kind of job: claims while there is room, and claims again when one has ended. */
function createLane(kind: JobKind, lease: string, { db, log, handlers, concurrency }: WorkersOptions) {
  const underWay = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let again = false
  let stopped = false

  async function claim(): Promise<void> {
    do {
      again = false
      const room = concurrency[kind] - underWay.size
      if (room <= 0 || stopped) return
      const jobs = await claimJobs(db, kind, lease, room)
      for (const job of jobs) start(job)
      if (jobs.length === room) again = true
    } while (again)
  }

  function start(job: LeasedJob): void {
    const work = run(job).finally(() => {
      underWay.delete(work)
      if (underWay.size < concurrency[kind] / 2) wake()
    })
    underWay.add(work)
  }

  async function run(job: LeasedJob): Promise<void> {
    try {
      await handlers[kind](job)
    } catch (error) {
      if (error instanceof LostJob) return
      log.error({ err: error, job: kind, attempt: job.attempt }, 'job failed; it will be tried again')
      await postponeJob(db, job, Math.min(2 ** (job.attempt - 1), longestRetrySeconds)).catch(() => {})
    }
  }

  function wake(): void {
    again = true
    if (claiming || stopped) return
    claiming = claim()
      .catch((error) => log.error({ err: error }, 'jobs could not be claimed'))
      .finally(() => {
        claiming = undefined
      })
  }

  async function drain(): Promise<void> {
    stopped = true
    await claiming
    await Promise.all(underWay)
  }

  return { wake, drain }
}
