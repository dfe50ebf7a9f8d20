import type { Logger } from 'pino'
import { createGroups } from '../base/concurrency.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { enqueueOrRestart, finishJob, groupOfJob, postponeJob } from '../base/jobs/sql.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { addCallback } from '../base/outbox/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import { lookUpLanguage } from '../base/words/language.ts'
import type { LanguageModel } from '../templates/language-model.ts'
import type { Template, TemplateItem } from '../templates/template.ts'
import type { TemplateWork } from '../templates/template-work.ts'
import type { Templates } from '../templates/templates.ts'
import { encodeGaps } from './gap.ts'
import {
  type Completion,
  completeContents,
  type Generation,
  type OnGoalMoved,
  replaceContent,
  startGenerations,
} from './generation-sql.ts'
import { type MadeItems, makeItems } from './items.ts'
import { lockContent, toContent } from './sql.ts'
import { toScope } from './template-variables.ts'
import { createWriter, type Writer } from './writer.ts'

/** Until a prospect is enriched, or a record completed that is to be made again. */
const waitSeconds = 1
/** Some ten milliseconds on the embedded database. */
const mostTogether = 20

/** What the generator needs. */
export interface GeneratorOptions {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  work: TemplateWork
  templates: Templates
  languageModel: LanguageModel | undefined
  outbox: Pick<NoticeOutbox, 'add'>
  /** Called after the commit with the pattern of a record whose content was replaced. */
  onReplaced(pattern: string): void
  onGoalMoved: OnGoalMoved
}

/** Creates the jobs that generate content records: `waiting` → `generating` → `completed`, each record once to the end. */
export function createGenerator(
  options: GeneratorOptions,
): Record<'generate' | 'regenerate' | 'write', JobHandlers> {
  const { db, log, jobs, work, templates, languageModel, outbox, onReplaced, onGoalMoved } = options
  const start = createGroups({
    keyOf: groupOfJob,
    most: mostTogether,
    work: startTogether,
  })
  const complete = createGroups({
    keyOf: ({ job }: Completion) => groupOfJob(job),
    most: mostTogether,
    work: completeTogether,
  })
  async function startTogether(group: LeasedJob[]) {
    const generations = await startGenerations(db, group)
    const organization = group[0]?.organization ?? ''
    const names = [...new Set(generations.flatMap((each) => each?.template ?? []))]
    const sound = await Promise.all(names.map((name) => templates.getSound(organization, name)))
    return generations.map((each) => ({
      generation: each,
      template: each && sound[names.indexOf(each.template)],
    }))
  }

  async function make(job: LeasedJob): Promise<void> {
    const { generation, template } = await start(job)
    const isMade = generation?.content_status === 'completed'
    if (!generation || (job.kind === 'generate' && isMade)) return finishJob(db, job)
    const isEarly = generation.status === 'enriching' || (job.kind === 'regenerate' && !isMade)
    if (isEarly) return postponeJob(db, job, waitSeconds)
    if (!template) log.warn({ template: generation.template }, 'template is gone; the record stays as it is')
    const writer = template && writerFor(template, generation)
    if (writer && job.kind !== 'write') {
      await handOver(job)
      return jobs.wake('write')
    }
    const made = template && (await makeColumns(template, generation, writer))
    if (!isMade) {
      if (await complete({ job, ...(made ?? nothingMade) })) jobs.wake('deliver')
    } else if (!made) await finishJob(db, job)
    else if (await transact(db, (trx) => replaceContent(trx, { job, ...made }, onGoalMoved)))
      onReplaced(generation.pattern)
    else log.warn({ template: generation.template }, 'the record had too many items; it stays')
  }

  /** The record first and its jobs second, as a delete locks them: otherwise the two could deadlock. */
  const handOver = (job: LeasedJob) =>
    transact(db, async (trx) => {
      await lockContent(trx, job.organization, job.subject)
      await finishJob(trx, job)
      await enqueueOrRestart(trx, { ...job, kind: 'write' })
    })

  async function makeColumns(template: Template, generation: Generation, writer?: Writer): Promise<Made> {
    const onFailure = ({ selector }: TemplateItem, reason: string) =>
      log.warn({ template: template.name, selector, reason }, 'item left out')
    const scope = toScope(generation, generation)
    const { items, ...lacking } = generation.control
      ? pagesOwn
      : await makeItems({ work, template, scope, writer, onFailure })
    return {
      content: JSON.stringify(items),
      analytics: JSON.stringify(template.analytics),
      gaps: encodeGaps(lacking),
      goal: template.goal ?? null,
      template_version: template.version ?? null,
      shape: template.content,
    }
  }

  /** None if there is nothing to write, nor for a test prospect: its data does not leave the machine, and its content is the same each time. */
  function writerFor({ content, languages }: Template, generation: Generation): Writer | undefined {
    const { organization, language, test, control } = generation
    const isWritten = content.some(({ write }) => write) || lookUpLanguage(languages, language) === undefined
    if (!languageModel || !isWritten || test || control) return undefined
    return createWriter(languageModel, work, { organization, scope: toScope(generation, generation) })
  }

  /**
   * Completes records and enqueues their callbacks and notices, all or none. Returns for each record whether there are
   * any.
   */
  async function completeTogether(completions: Completion[]): Promise<boolean[]> {
    return transact(db, async (trx) => {
      const told = new Set<string>()
      for (const row of await completeContents(trx, completions)) {
        const { organization, id: content, updated_at: at, callback } = row
        const happening = { organization, content, type: 'content.completed', key: content } as const
        if (await outbox.add(trx, { ...happening, at: at.getTime() })) told.add(content)
        if (!callback) continue
        told.add(content)
        const data = toContent(row)
        const body = JSON.stringify({ type: 'content.completed', timestamp: data.updatedAt, data })
        await addCallback(trx, organization, content, { url: callback, body })
      }
      return completions.map(({ job }) => told.has(job.subject))
    })
  }

  /** A machine that has too much else to do makes the record later: that is no failed attempt. */
  const handle = (job: LeasedJob) =>
    make(job).catch((error) => {
      if (!(error instanceof DomainError && error.refusal === 'unavailable')) throw error
      return postponeJob(db, job, error.retryAfterSeconds ?? waitSeconds)
    })

  /** A record that is completed stays as it is. */
  const completeEmpty = async (job: LeasedJob) => {
    if (await complete({ job, ...nothingMade })) jobs.wake('deliver')
  }

  return {
    generate: { handle, giveUp: completeEmpty },
    /** Replaces the content of a completed record. */
    regenerate: { handle, giveUp: (job) => finishJob(db, job) },
    /** Does the one or the other for a record whose texts a language model writes: others do not wait behind it. */
    write: { handle, giveUp: completeEmpty },
  }
}

type Made = Omit<Completion, 'job'>

/** The items of a record of a control group: none, so the page shows its own content. */
const pagesOwn: MadeItems = { items: [], gaps: [], blanks: [], textless: [] }

/** The content of a record whose template is gone, or that cannot be made. */
const nothingMade: Made = {
  content: '[]',
  analytics: '[]',
  gaps: encodeGaps(pagesOwn),
  goal: null,
  template_version: null,
  shape: [],
}
