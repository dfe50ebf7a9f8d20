import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { type JobKind, jobKinds } from './job.ts'
import { countJobs, type JobCounts } from './sql.ts'

const states = ['running', 'waiting', 'blocked'] as const
const noJobs: Omit<JobCounts, 'kind'> = { running: 0, waiting: 0, blocked: 0, oldestDueSeconds: 0 }

/** Registers the metrics of the jobs, which are collected when `/metrics` is requested. */
export function registerJobMetrics(db: Database, log: Logger, metrics: Registry): void {
  let counting: Promise<JobCounts[]> | undefined
  /** Both metrics are collected at the same time and share one query. */
  function count(): Promise<JobCounts[]> {
    counting ??= countAll(db, log).finally(() => {
      counting = undefined
    })
    return counting
  }

  new Gauge({
    name: 'motif_jobs',
    help: 'Jobs in the database: running, waiting for their time, blocked by another job.',
    labelNames: ['kind', 'state'],
    registers: [metrics],
    async collect() {
      for (const counts of await count())
        for (const state of states) this.set({ kind: counts.kind, state }, counts[state])
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

/** How long `/metrics` waits for the database: a scraper gives up after some seconds. */
const longestMs = 1000

async function failLate(): Promise<never> {
  await wait(longestMs, undefined, { ref: false })
  throw new Error('the database does not answer')
}

/** The counts of every kind; none at all where the database does not answer, so that other metrics are still served. */
async function countAll(db: Database, log: Logger): Promise<JobCounts[]> {
  try {
    const counts = await Promise.race([countJobs(db), failLate()])
    const kinds = Object.keys(jobKinds) as JobKind[]
    return kinds.map((kind) => counts.find((each) => each.kind === kind) ?? { kind, ...noJobs })
  } catch (error) {
    log.warn({ err: error }, 'jobs could not be counted')
    return []
  }
}
