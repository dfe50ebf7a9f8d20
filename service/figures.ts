import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { JobKind } from './jobs/job.ts'
import type { Service } from './service.ts'
import { countJobs, type JobCounts } from './store/jobs.ts'

const kinds: JobKind[] = ['enrich', 'generate', 'deliver']
const states = ['running', 'waiting', 'blocked'] as const

/** Figures of the process and of the jobs, collected when `/metrics` is asked. */
export function collectFigures(service: Pick<Service, 'metrics' | 'db' | 'log'>): void {
  collectDefaultMetrics({ register: service.metrics, prefix: 'motif_' })
  new Gauge({
    name: 'motif_jobs',
    help: 'Jobs in the database: running, waiting for their time, blocked by another job.',
    labelNames: ['kind', 'state'],
    registers: [service.metrics],
    async collect() {
      for (const counts of await countAll(service)) {
        for (const state of states) this.set({ kind: counts.kind, state }, counts[state])
      }
    },
  })
  new Gauge({
    name: 'motif_jobs_oldest_due_seconds',
    help: 'How long ago the oldest job that is due should have run.',
    labelNames: ['kind'],
    registers: [service.metrics],
    async collect() {
      for (const { kind, oldestDueSeconds } of await countAll(service)) this.set({ kind }, oldestDueSeconds)
    },
  })
}

/** The counts of every kind; none at all where the database does not answer, so that the other figures still come. */
async function countAll({ db, log }: Pick<Service, 'db' | 'log'>): Promise<JobCounts[]> {
  try {
    const counts = await countJobs(db)
    return kinds.map((kind) => counts.find((each) => each.kind === kind) ?? none(kind))
  } catch (error) {
    log.warn({ err: error }, 'jobs could not be counted')
    return []
  }
}

function none(kind: JobKind): JobCounts {
  return { kind, running: 0, waiting: 0, blocked: 0, oldestDueSeconds: 0 }
}
