import type { JobHandler } from '../jobs/workers.ts'
import type { Service } from '../service.ts'
import { completeContent, type Generation, startGeneration } from '../store/generation.ts'
import { finishJob, postponeJob } from '../store/jobs.ts'
import { renderItems } from './items.ts'
import { toScope } from './scope.ts'

/** Makes the content of records: `waiting` → `generating` → `completed`, each of them once to the end. */
export function generateContent(service: Service): JobHandler {
  return async (job) => {
    const generation = await startGeneration(service.db, job)
    if (!generation) return finishJob(service.db, job)
    if (generation.prospect.status === 'enriching') return postponeJob(service.db, job, enrichingSeconds)
    const generated = await generate(service, generation)
    await service.db.transaction().execute((trx) => completeContent(trx, job, generated))
  }
}

const enrichingSeconds = 1

async function generate(service: Service, generation: Generation) {
  const { template: name } = generation.content
  const template = await service.templates.getSound(name)
  const onFailure = (error: unknown) =>
    service.log.warn({ template: name, reason: (error as Error).message }, 'item left out')
  const items = template ? renderItems(template, toScope(generation), onFailure) : []
  return { content: JSON.stringify(items), analytics: JSON.stringify(template?.analytics ?? []) }
}
