import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import {
  type JobHandlers,
  type JobKind,
  type JobKindRules,
  jobKinds,
  type LeasedJob,
  LostJob,
  maxAttempts,
} from './job.ts'
import { claimJobs, countJobs, type Lease, releaseLease, renewLease, retryJob } from './sql.ts'

/** The workers of this process, beside those of any number of other processes: see `createJobs`. */
export interface Jobs {
  /** Looks for due jobs now, of all kinds or of these. To be called after the transaction that enqueued one. */
  wake(...kinds: JobKind[]): void
  /** Starts the workers. */
  start(handlers: Record<JobKind, JobHandlers>): void
  /**
   * Claims no more jobs, and resolves when those under way are done. Once `signal` aborts, the others are released for
   * other processes.
   */
  finish(signal: AbortSignal): Promise<void>
}

/** The worker of one kind of job. */
interface Lane {
  kind: JobKind
  wake(): void
  underWay(): LeasedJob[]
  /** Claims no more; resolves when what is under way is done. */
  drain(): Promise<void>
  /** Resolves when no claim is under way. */
  claimed(): Promise<void>
}

const pollMs = 1000
/** While jobs are under way, places that become free within this time are filled together. */
const gatherMs = 20
const longestRetrySeconds = 60

interface JobsOptions {
  db: Database
  log: Logger
  metrics: Registry
  /** How long the jobs of a process that was killed wait for another one. Default: 15. */
  leaseSeconds?: number
}

/** Creates the workers. Nothing is claimed before `start`. */
export function createJobs(options: JobsOptions): Jobs {
  const { db, log, metrics, leaseSeconds = 15 } = options
  const lease = { id: randomUUID(), seconds: leaseSeconds }
  const lanes: Lane[] = []
  const timers: NodeJS.Timeout[] = []
  registerJobMetrics(db, log, metrics)

  function wake(...kinds: JobKind[]): void {
    for (const lane of lanes) if (kinds.length === 0 || kinds.includes(lane.kind)) lane.wake()
  }

  function start(handlers: Record<JobKind, JobHandlers>): void {
    const kinds = Object.keys(jobKinds) as JobKind[]
    lanes.push(...kinds.map((kind) => createLane({ kind, lease, db, log, ...handlers[kind] })))
    timers.push(
      setInterval(() => wake(), pollMs),
      setInterval(renew, (leaseSeconds * 1000) / 3),
    )
    wake()
  }

  /** What nobody works on here is left to run out: a claim whose answer was lost, a failure that could not be stored. */
  function renew(): void {
    renewLease(
      db,
      lease,
      lanes.flatMap((lane) => lane.underWay()),
    ).catch((error) => log.error({ err: error }, 'the lease of the jobs could not be renewed'))
  }

  async function finish(signal: AbortSignal): Promise<void> {
    if (lanes.length === 0) return
    const drained = Promise.all(lanes.map((lane) => lane.drain()))
    const late = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.race([drained, late])
    // A claim that is still under way would hold its jobs after the release.
    await Promise.all(lanes.map((lane) => lane.claimed()))
    for (const timer of timers) clearInterval(timer)
    await releaseLease(db, lease.id)
  }

  return { wake, start, finish }
}

interface LaneOptions extends JobHandlers {
  db: Database
  log: Logger
  kind: JobKind
  lease: Lease
}

/** Creates the worker of one kind: it claims jobs while it has room, and again when one has ended. */
function createLane({ kind, lease, handle, giveUp, db, log }: LaneOptions): Lane {
  const { concurrency, perHost = concurrency }: JobKindRules = jobKinds[kind]
  const perOrganization = concurrency / 2
  const underWay = new Map<LeasedJob, Promise<void>>()
  let claiming: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let again = false
  let stopped = false

  async function claim(): Promise<void> {
    do {
      again = false
      const room = concurrency - underWay.size
      if (room <= 0 || stopped) return
      const wanted = { kind, room, perOrganization, perHost, underWay: [...underWay.keys()] }
      const claimed = await claimJobs(db, wanted, lease)
      for (const job of claimed) start(job)
      // Jobs may have been passed over because of their host: there may be more behind them.
      if (claimed.length > 0) again = true
    } while (again)
  }

  function start(job: LeasedJob): void {
    const work = run(job).finally(() => {
      underWay.delete(job)
      if (underWay.size === 0) wake()
      else wakeSoon()
    })
    underWay.set(job, work)
  }

  async function run(job: LeasedJob): Promise<void> {
    try {
      await (job.attempt > maxAttempts ? giveUp(job) : handle(job))
    } catch (error) {
      if (error instanceof LostJob) return
      log.error({ err: error, job: kind, attempt: job.attempt }, 'job failed; it will be retried')
      await retryJob(db, job, Math.min(2 ** (job.attempt - 1), longestRetrySeconds)).catch(() => {})
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

  function wakeSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined
      wake()
    }, gatherMs)
  }

  async function drain(): Promise<void> {
    stopped = true
    clearTimeout(gathering)
    await claiming
    await Promise.all(underWay.values())
  }

  return {
    kind,
    wake,
    underWay: () => [...underWay.keys()],
    drain,
    claimed: async () => claiming,
  }
}

const states = ['running', 'waiting', 'blocked'] as const
const noJobs = { running: 0, waiting: 0, blocked: 0, oldestDueSeconds: 0 }
/** How long `/metrics` waits for the database: a scraper gives up after some seconds. */
const longestMs = 1000

/** Registers the metrics of the jobs, which are collected when `/metrics` is requested. */
function registerJobMetrics(db: Database, log: Logger, metrics: Registry): void {
  /** Nothing while the database does not answer: other metrics are served all the same. */
  async function count() {
    const late = wait(longestMs, undefined, { ref: false })
    const counts = await Promise.race([countJobs(db), late]).catch((error) =>
      log.warn({ err: error }, 'jobs could not be counted'),
    )
    const kinds = Object.keys(jobKinds) as JobKind[]
    if (!counts) return []
    return kinds.map((kind) => counts.find((each) => each.kind === kind) ?? { kind, ...noJobs })
  }

  new Gauge({
    name: 'motif_jobs',
    help: 'Jobs in the database: running, waiting for their time, blocked by another job.',
    labelNames: ['kind', 'state'],
    registers: [metrics],
    async collect() {
      for (const jobs of await count())
        for (const state of states) this.set({ kind: jobs.kind, state }, jobs[state])
    },
  })
  new Gauge({
    name: 'motif_jobs_oldest_due_seconds',
    help: 'How long ago the oldest job that is due should have run.',
    labelNames: ['kind'],
    registers: [metrics],
    async collect() {
      for (const jobs of await count()) this.set({ kind: jobs.kind }, jobs.oldestDueSeconds)
    },
  })
}
