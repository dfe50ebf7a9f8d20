import { toContent } from '../api/represent.ts'
import { completedNotice } from '../callbacks/notice.ts'
import type { LeasedJob } from '../jobs/job.ts'
import type { JobHandler } from '../jobs/workers.ts'
import type { Service } from '../service.ts'
import { addDelivery } from '../store/deliveries.ts'
import {
  completeContent,
  type GeneratedContent,
  type Generation,
  startGeneration,
} from '../store/generation.ts'
import { finishJob, postponeJob } from '../store/jobs.ts'
import { makeItems } from './items.ts'
import { toScope } from './scope.ts'
import { createWriter, type Writer } from './write.ts'
import { writingMsLeft } from './writing-time.ts'

/** Makes the content of records: `waiting` → `generating` → `completed`, each of them once to the end. */
export function generateContent(service: Service): JobHandler {
  return async (job) => {
    const generation = await startGeneration(service.db, job)
    if (!generation) return finishJob(service.db, job)
    if (generation.prospect.status === 'enriching') return postponeJob(service.db, job, enrichingSeconds)
    const generated = await generate(service, generation)
    if (await complete(service, job, generated)) service.wakeWorkers()
  }
}

/** Completes the record and puts down its callback, together or not at all; tells whether there is one. */
async function complete({ db }: Service, job: LeasedJob, generated: GeneratedContent): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await completeContent(trx, job, generated)
    if (!row?.callback) return false
    await addDelivery(trx, job.organization, row.id, {
      url: row.callback,
      body: completedNotice(toContent(row)),
    })
    return true
  })
}

const enrichingSeconds = 1

async function generate(service: Service, generation: Generation): Promise<GeneratedContent> {
  const { template: name } = generation.content
  const template = await service.templates.getSound(name)
  if (!template) {
    service.log.warn({ template: name }, 'template is gone; the record stays empty')
    return { content: '[]', analytics: '[]' }
  }
  const content = await makeItems({
    template,
    scope: toScope(generation),
    writer: writerFor(service, generation),
    onFailure: ({ selector }, reason) =>
      service.log.warn({ template: name, selector, reason }, 'item left out'),
  })
  return { content: JSON.stringify(content), analytics: JSON.stringify(template.analytics) }
}

/** None for a test prospect: nothing of it leaves the machine, and its content is the same each time. */
function writerFor(service: Service, { prospect, content }: Generation): Writer | undefined {
  const readyAt = Math.max(content.created_at.getTime(), prospect.updated_at.getTime())
  const leftMs = writingMsLeft(readyAt, Date.now())
  if (prospect.test || !service.config.languageModel || leftMs <= 0) return undefined
  return createWriter(service, toScope({ prospect, content }), AbortSignal.timeout(leftMs))
}
