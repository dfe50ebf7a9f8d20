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
import {
  claimJobs,
  countJobs,
  findDueKinds,
  type Lease,
  postponeJob,
  releaseLease,
  renewLease,
} from './sql.ts'

const pollMs = 1000
/** While jobs are under way, those that come or end within this time are claimed together. */
const gatherMs = 20
const longestRetrySeconds = 60

interface JobsOptions {
  db: Database
  log: Logger
  metrics: Registry
  /** How long the jobs of a process that was killed wait for another one. Default: 15. */
  leaseSeconds?: number
}

/** The workers of this process, beside those of any number of other processes. */
export type Jobs = ReturnType<typeof createJobs>

/** Creates the workers. Nothing is claimed before `start`. */
export function createJobs({ db, log, metrics, leaseSeconds = 15 }: JobsOptions) {
  const lease = { id: randomUUID(), seconds: leaseSeconds }
  const lanes = new Map<JobKind, ReturnType<typeof createLane>>()
  const timers: NodeJS.Timeout[] = []
  registerJobMetrics(db, metrics)

  /** Claims due jobs of a kind. To be called after the transaction that enqueued one. */
  const wake = (kind: JobKind) => lanes.get(kind)?.wake()

  function start(handlers: Record<JobKind, JobHandlers>): void {
    const kinds = Object.keys(jobKinds) as JobKind[]
    for (const kind of kinds) lanes.set(kind, createLane({ kind, lease, db, log, ...handlers[kind] }))
    timers.push(setInterval(poll, pollMs), setInterval(renew, (leaseSeconds * 1000) / 3))
    poll()
  }

  function poll(): void {
    findDueKinds(db).then(
      (kinds) => kinds.forEach(wake),
      (error) => log.error({ err: error }, 'due jobs could not be looked for'),
    )
  }

  /** What nobody works on here is left to run out: a claim whose answer was lost, a failure that could not be stored. */
  function renew(): void {
    const underWay = [...lanes.values()].flatMap((lane) => lane.underWay())
    renewLease(db, lease, underWay).catch((error) =>
      log.error({ err: error }, 'the lease of the jobs could not be renewed'),
    )
  }

  /** Claims no more jobs, and resolves when those under way are done. Once `signal` aborts, the others are released. */
  async function finish(signal: AbortSignal): Promise<void> {
    if (lanes.size === 0) return
    const drained = Promise.all([...lanes.values()].map((lane) => lane.drain()))
    const late = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.race([drained, late])
    // A claim that is still under way would hold its jobs after the release.
    await Promise.all([...lanes.values()].map((lane) => lane.claimed()))
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

/** Creates the worker of one kind: it claims jobs when it is woken, and when some have ended that kept others waiting. */
function createLane({ kind, lease, handle, giveUp, db, log }: LaneOptions) {
  const { concurrency, perHost = concurrency }: JobKindRules = jobKinds[kind]
  const perOrganization = concurrency / 2
  const underWay = new Map<LeasedJob, Promise<void>>()
  let isDue = false
  let isFull = false
  let claiming: Promise<void> | undefined
  let stopped = false

  function wake(): void {
    isDue = true
    if (claiming || stopped) return
    claiming = wait(underWay.size > 0 ? gatherMs : 0)
      .then(claim)
      .catch((error) => log.error({ err: error }, 'jobs could not be claimed'))
      .finally(() => {
        claiming = undefined
        if (isDue) wake()
      })
  }

  async function claim(): Promise<void> {
    isDue = false
    const room = stopped ? 0 : concurrency - underWay.size
    const wanted = { kind, room, perOrganization, perHost, underWay: [...underWay.keys()] }
    const claimed = room > 0 ? await claimJobs(db, wanted, lease) : []
    for (const job of claimed) underWay.set(job, run(job))
    isFull = claimed.length === room || hasAll('organization', perOrganization) || hasAll('host', perHost)
  }

  /** Whether one of them has all the places that it may have, so that more of its jobs may be due. */
  function hasAll(of: 'organization' | 'host', most: number): boolean {
    const counts = Map.groupBy(underWay.keys(), (job) => job[of])
    return [...counts].some(([name, jobs]) => name !== '' && jobs.length >= most)
  }

  async function run(job: LeasedJob): Promise<void> {
    try {
      await (job.attempt > maxAttempts ? giveUp(job) : handle(job))
    } catch (error) {
      await failed(job, error)
    }
    underWay.delete(job)
    if (isFull) wake()
  }

  async function failed(job: LeasedJob, error: unknown): Promise<void> {
    // It may have started over while it was under way, when nothing could claim it.
    if (error instanceof LostJob) return wake()
    log.error({ err: error, job: kind, attempt: job.attempt }, 'job failed; it will be retried')
    const delaySeconds = Math.min(2 ** (job.attempt - 1), longestRetrySeconds)
    await postponeJob(db, job, delaySeconds, job.attempt).catch(() => {})
  }

  return {
    wake,
    underWay: () => [...underWay.keys()],
    async drain(): Promise<void> {
      stopped = true
      await claiming
      await Promise.all(underWay.values())
    },
    claimed: async () => claiming,
  }
}

/** How long `/metrics` waits for the database: a scraper gives up after some seconds. */
const longestMs = 1000

/** Registers the metrics of the jobs. While the database does not answer, the other metrics are served all the same. */
function registerJobMetrics(db: Database, metrics: Registry): void {
  const count = () => Promise.race([countJobs(db), wait(longestMs, [], { ref: false })]).catch(() => [])
  new Gauge({
    name: 'motif_jobs',
    help: 'Jobs in the database: running, waiting for their time, blocked by another job.',
    labelNames: ['kind', 'state'],
    registers: [metrics],
    async collect() {
      for (const { kind, oldestDueSeconds: _, ...states } of await count())
        for (const [state, jobs] of Object.entries(states)) this.set({ kind, state }, jobs)
    },
  })
  new Gauge({
    name: 'motif_jobs_oldest_due_seconds',
    help: 'How long ago the oldest job that is due should have run.',
    labelNames: ['kind'],
    registers: [metrics],
    async collect() {
      for (const { kind, oldestDueSeconds } of await count()) this.set({ kind }, oldestDueSeconds)
    },
  })
}
