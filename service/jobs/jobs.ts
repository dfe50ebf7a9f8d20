import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type JobHandler, type JobKind, jobKinds, type LeasedJob, LostJob } from '../model/job.ts'
import type { Database } from '../store/database.ts'
import { claimJobs, leaseSeconds, postponeJob, releaseLease, renewLease } from '../store/jobs.ts'
import { registerJobMetrics } from './job-metrics.ts'

/** The jobs in the database, worked on beside any number of other processes that do: see `createJobs`. */
export interface Jobs {
  /** Looks for due jobs now: to be called after the transaction that enqueued one. */
  wake(): void
  /** Begins to work. */
  start(handlers: Record<JobKind, JobHandler>): void
  /**
   * Claims no more jobs, and resolves when those under way are done. Once `signal` aborts, what is not done is
   * released for others.
   */
  finish(signal: AbortSignal): Promise<void>
}

/** One kind of job at work. */
interface Lane {
  wake(): void
  /** Claims no more; resolves when what is under way is done. */
  drain(): Promise<void>
}

const pollMs = 1000
const longestRetrySeconds = 60

/** Creates the room of the jobs. Nothing is claimed before it is started. */
export function createJobs(options: { db: Database; log: Logger; metrics: Registry }): Jobs {
  const { db, log, metrics } = options
  const lease = randomUUID()
  const lanes: Lane[] = []
  const timers: NodeJS.Timeout[] = []
  registerJobMetrics(db, log, metrics)

  function wake(): void {
    for (const lane of lanes) lane.wake()
  }

  function start(handlers: Record<JobKind, JobHandler>): void {
    const kinds = Object.keys(jobKinds) as JobKind[]
    lanes.push(...kinds.map((kind) => createLane({ kind, lease, handle: handlers[kind], db, log })))
    timers.push(setInterval(wake, pollMs), setInterval(renew, (leaseSeconds * 1000) / 3))
    wake()
  }

  function renew(): void {
    renewLease(db, lease).catch((error) => log.error({ err: error }, 'lease not renewed'))
  }

  async function finish(signal: AbortSignal): Promise<void> {
    if (lanes.length === 0) return
    const drained = Promise.all(lanes.map((lane) => lane.drain()))
    const late = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.race([drained, late])
    for (const timer of timers) clearInterval(timer)
    await releaseLease(db, lease)
  }

  return { wake, start, finish }
}

interface LaneOptions {
  db: Database
  log: Logger
  kind: JobKind
  lease: string
  handle: JobHandler
}

/** Claims while there is room, and claims again when a job has ended. */
function createLane({ kind, lease, handle, db, log }: LaneOptions): Lane {
  const { concurrency } = jobKinds[kind]
  const underWay = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined
  let again = false
  let stopped = false

  async function claim(): Promise<void> {
    do {
      again = false
      const room = concurrency - underWay.size
      if (room <= 0 || stopped) return
      const claimed = await claimJobs(db, kind, lease, room)
      for (const job of claimed) start(job)
      if (claimed.length === room) again = true
    } while (again)
  }

  function start(job: LeasedJob): void {
    const work = run(job).finally(() => {
      underWay.delete(work)
      if (underWay.size < concurrency / 2) wake()
    })
    underWay.add(work)
  }

  async function run(job: LeasedJob): Promise<void> {
    try {
      await handle(job)
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
