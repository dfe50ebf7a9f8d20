import type { Logger } from 'pino'
import type { Jobs } from '../jobs/jobs.ts'
import type { JobHandler, LeasedJob } from '../model/job.ts'
import { noticeBody } from '../notices/notice.ts'
import type { Database } from '../store/database.ts'
import { addDelivery } from '../store/deliveries.ts'
import {
  completeContent,
  type GeneratedContent,
  type Generation,
  startGeneration,
} from '../store/generation.ts'
import { finishJob, postponeJob } from '../store/jobs.ts'
import type { LanguageModel } from '../templates/language-model.ts'
import type { Templates } from '../templates/templates.ts'
import { makeItems } from './items.ts'
import { toScope } from './scope.ts'
import { toContent } from './to-content.ts'
import { createWriter, type Writer } from './write.ts'
import { writingMsLeft } from './writing-time.ts'

const enrichingSeconds = 1

/** With what content records are generated. */
export interface GeneratorOptions {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  templates: Templates
  languageModel: LanguageModel | undefined
}

/** Creates what generates content records: `waiting` → `generating` → `completed`, each of them once to the end. */
export function createGenerator({ db, log, jobs, templates, languageModel }: GeneratorOptions): JobHandler {
  return async (job) => {
    const generation = await startGeneration(db, job)
    if (!generation) return finishJob(db, job)
    if (generation.prospect.status === 'enriching') return postponeJob(db, job, enrichingSeconds)
    const generated = await generate(generation)
    if (await complete(job, generated)) jobs.wake()
  }

  async function generate(generation: Generation): Promise<GeneratedContent> {
    const { template: name } = generation.content
    const template = await templates.getSound(name)
    if (!template) {
      log.warn({ template: name }, 'template is gone; the record stays empty')
      return { content: '[]', analytics: '[]' }
    }
    const content = await makeItems({
      template,
      scope: toScope(generation),
      writer: writerFor(generation),
      onFailure: ({ selector }, reason) => log.warn({ template: name, selector, reason }, 'item left out'),
    })
    return { content: JSON.stringify(content), analytics: JSON.stringify(template.analytics) }
  }

  /** None for a test prospect: nothing of it leaves the machine, and its content is the same each time. */
  function writerFor({ prospect, content }: Generation): Writer | undefined {
    const readyAt = Math.max(content.created_at.getTime(), prospect.updated_at.getTime())
    const leftMs = writingMsLeft(readyAt, Date.now())
    if (prospect.test || !languageModel || leftMs <= 0) return undefined
    return createWriter(languageModel, toScope({ prospect, content }), AbortSignal.timeout(leftMs))
  }

  /** Completes the record and enqueues its callback, together or not at all; tells whether there is one. */
  async function complete(job: LeasedJob, generated: GeneratedContent): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const row = await completeContent(trx, job, generated)
      if (!row?.callback) return false
      const body = noticeBody('content.completed', toContent(row))
      await addDelivery(trx, job.organization, row.id, { url: row.callback, body })
      return true
    })
  }
}
