import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { JobKind } from './jobs/job.ts'
import type { Service } from './service.ts'
import { countJobs, type JobCounts } from './store/jobs.ts'

const kinds: JobKind[] = ['enrich', 'generate', 'deliver']
const states = ['running', 'waiting', 'blocked'] as const

/** Figures of the process and of the jobs, collected when `/metrics` is asked. */
export function collectFigures({ metrics, db, log }: Pick<Service, 'metrics' | 'db' | 'log'>): void {
  collectDefaultMetrics({ register: metrics, prefix: 'motif_' })
  const oldest = new Gauge({
    name: 'motif_jobs_oldest_due_seconds',
    help: 'How long ago the oldest job that is due should have run.',
    labelNames: ['kind'],
    registers: [metrics],
  })
  new Gauge({
    name: 'motif_jobs',
    help: 'Jobs in the database: running, waiting for their time, blocked by another job.',
    labelNames: ['kind', 'state'],
    registers: [metrics],
    async collect() {
      const counts = await countJobs(db).catch((error) => {
        log.warn({ err: error }, 'jobs could not be counted')
      })
      if (!counts) return
      for (const kind of kinds) {
        const { oldestDueSeconds, ...count } = counts.find((each) => each.kind === kind) ?? none(kind)
        for (const state of states) this.set({ kind, state }, count[state])
        oldest.set({ kind }, oldestDueSeconds)
      }
    },
  })
}

function none(kind: JobKind): JobCounts {
  return { kind, running: 0, waiting: 0, blocked: 0, oldestDueSeconds: 0 }
}
