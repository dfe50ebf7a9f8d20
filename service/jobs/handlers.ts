import type { Service } from '../service.ts'
import type { JobKind } from './job.ts'
import type { JobHandler } from './workers.ts'

/** Which room does which kind of job. */
export function jobHandlers(_service: Service): Record<JobKind, JobHandler> {
  const unclaimed = async () => {}
  return { enrich: unclaimed, generate: unclaimed, deliver: unclaimed }
}
