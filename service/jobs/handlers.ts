import { deliverCallback } from '../callbacks/deliver.ts'
import { enrichProspect } from '../enrichment/enrich.ts'
import { generateContent } from '../generation/generate.ts'
import type { Service } from '../service.ts'
import type { JobKind } from './job.ts'
import type { JobHandler } from './workers.ts'

/** Which room does which kind of job. */
export function jobHandlers(service: Service): Record<JobKind, JobHandler> {
  return {
    enrich: enrichProspect(service),
    generate: generateContent(service),
    deliver: deliverCallback(service),
  }
}
