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
import { claimJobs, countJobs, type Lease, postponeJob, releaseLease, renewLease } from './sql.ts'

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

/** The workers of this process, beside those of any number of other processes. */
export type Jobs = ReturnType<typeof createJobs>

/** Creates the workers. Nothing is claimed before `start`. */
export function createJobs({ db, log, metrics, leaseSeconds = 15 }: JobsOptions) {
  const lease = { id: randomUUID(), seconds: leaseSeconds }
  const lanes: ReturnType<typeof createLane>[] = []
  const timers: NodeJS.Timeout[] = []
  registerJobMetrics(db, metrics)

  /** Looks for due jobs now, of all kinds or of these. To be called after the transaction that enqueued one. */
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
    const underWay = lanes.flatMap((lane) => lane.underWay())
    renewLease(db, lease, underWay).catch((error) =>
      log.error({ err: error }, 'the lease of the jobs could not be renewed'),
    )
  }

  /** Claims no more jobs, and resolves when those under way are done. Once `signal` aborts, the others are released. */
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
function createLane({ kind, lease, handle, giveUp, db, log }: LaneOptions) {
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
      else
        gathering ??= setTimeout(() => {
          gathering = undefined
          wake()
        }, gatherMs)
    })
    underWay.set(job, work)
  }

  async function run(job: LeasedJob): Promise<void> {
    try {
      await (job.attempt > maxAttempts ? giveUp(job) : handle(job))
    } catch (error) {
      if (error instanceof LostJob) return
      log.error({ err: error, job: kind, attempt: job.attempt }, 'job failed; it will be retried')
      const delaySeconds = Math.min(2 ** (job.attempt - 1), longestRetrySeconds)
      await postponeJob(db, job, delaySeconds, job.attempt).catch(() => {})
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

  return {
    kind,
    wake,
    underWay: () => [...underWay.keys()],
    async drain(): Promise<void> {
      stopped = true
      clearTimeout(gathering)
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
