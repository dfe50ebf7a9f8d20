import type { Logger } from 'pino'
import { createGroups } from '../base/concurrency.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { finishJob, groupOfJob, postponeJob } from '../base/jobs/sql.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { addCallback } from '../base/outbox/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import type { LanguageModel } from '../templates/language-model.ts'
import type { Template } from '../templates/template.ts'
import { type TemplateWork, TooMuchWork } from '../templates/template-work.ts'
import type { Templates } from '../templates/templates.ts'
import type { Content } from './content.ts'
import { encodeGaps } from './gap.ts'
import { type Completion, completeContents, type Generation, startGenerations } from './generation-sql.ts'
import { type MadeItems, makeItems, makeNoItems } from './items.ts'
import { type OnGoalMoved, replaceContent, startRegeneration } from './regeneration-sql.ts'
import { toContent } from './sql.ts'
import { toScope } from './template-variables.ts'
import { createWriter, type Writer } from './writer.ts'

const enrichingSeconds = 1
const underWaySeconds = 1
/**
 * How many records are begun or completed in one statement or transaction: some ten milliseconds on the embedded
 * database.
 */
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

/** The jobs that generate content records. */
export interface Generator {
  /** `waiting` → `generating` → `completed`, each record once to the end. */
  generate: JobHandlers
  /** Replaces the content of a completed record. */
  regenerate: JobHandlers
}

/** Creates the generator of content records. */
export function createGenerator(options: GeneratorOptions): Generator {
  const { db, log, jobs, work, templates, languageModel, outbox, onReplaced, onGoalMoved } = options
  const start = createGroups({
    keyOf: groupOfJob,
    most: mostTogether,
    work: (group: LeasedJob[]) => startGenerations(db, group),
  })
  const complete = createGroups({
    keyOf: ({ job }: Completion) => groupOfJob(job),
    most: mostTogether,
    work: completeTogether,
  })
  const findTemplate = createGroups({
    // Both may have blanks in them.
    keyOf: ([organization, name]: [string, string]) => JSON.stringify([organization, name]),
    most: mostTogether,
    work: async (group) => {
      const [organization = '', name = ''] = group[0] ?? []
      const template = await templates.getSound(organization, name)
      return group.map(() => template)
    },
  })

  async function generate(job: LeasedJob): Promise<void> {
    const generation = await start(job)
    if (!generation) return finishJob(db, job)
    if (generation.prospect.status === 'enriching') return postponeJob(db, job, enrichingSeconds)
    const generated = (await make(job, generation, generation.content.created_at)) ?? nothingGenerated
    if (await complete({ job, ...generated })) jobs.wake('deliver')
  }

  async function regenerate(job: LeasedJob): Promise<void> {
    const generation = await startRegeneration(db, job)
    if (generation === 'underWay') return postponeJob(db, job, underWaySeconds)
    const generated = generation && (await make(job, generation, new Date()))
    if (!generated) return finishJob(db, job)
    const { pattern } = generation.content
    const isReplaced = await transact(db, async (trx) => {
      const { shape } = generated
      return replaceContent(trx, job, generated.generated, { shape, onGoalMoved })
    })
    if (isReplaced) onReplaced(pattern)
    else log.warn({ template: generation.content.template }, 'the record had too many items; it stays')
  }

  /** Undefined where the template is gone, or where the record is to stay as it is. */
  async function make(
    job: LeasedJob,
    generation: Generation,
    wantedAt: Date,
  ): Promise<Omit<Completion, 'job'> | undefined> {
    const { organization } = generation.prospect
    const { template: name } = generation.content
    const template = await findTemplate([organization, name])
    if (!template) {
      log.warn({ template: name }, 'template is gone; the record stays as it is')
      return undefined
    }
    const made = generation.content.control
      ? pagesOwn
      : await makeAsFarAsPossible(job, template, generation, wantedAt)
    if (!made) return undefined
    const { items, ...lacking } = made
    const generated = {
      content: JSON.stringify(items),
      analytics: JSON.stringify(template.analytics),
      gaps: encodeGaps(lacking),
      goal: template.goal ?? null,
      template_version: template.version ?? null,
    }
    return { generated, shape: template.content }
  }

  /** Of a template that takes too much, a new record is completed without items; one that has items keeps them: undefined. */
  async function makeAsFarAsPossible(
    job: LeasedJob,
    template: Template,
    generation: Generation,
    wantedAt: Date,
  ): Promise<MadeItems | undefined> {
    const { name } = template
    try {
      return await makeItems({
        work,
        template,
        scope: toScope(generation),
        writer: writerFor(generation, wantedAt),
        onFailure: ({ selector }, reason) => log.warn({ template: name, selector, reason }, 'item left out'),
      })
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error
      const isNew = job.kind === 'generate'
      log.warn(
        { template: name, reason: error.message },
        isNew ? 'all items left out' : 'the record stays as it is',
      )
      return isNew ? makeNoItems(template) : undefined
    }
  }

  /** None for a test prospect: its data does not leave the machine, and its content is the same each time. */
  function writerFor({ prospect, content }: Generation, wantedAt: Date): Writer | undefined {
    const readyAt = Math.max(wantedAt.getTime(), prospect.updated_at.getTime())
    const leftMs = writingMsLeft(readyAt, Date.now())
    if (prospect.test || !languageModel || leftMs <= 0) return undefined
    return createWriter(languageModel, work, {
      organization: prospect.organization,
      scope: toScope({ prospect, content }),
      signal: AbortSignal.timeout(leftMs),
    })
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
        const body = callbackBody(toContent(row))
        await addCallback(trx, organization, content, { url: callback, body })
      }
      return completions.map(({ job }) => told.has(job.subject))
    })
  }

  /** A machine that has too much else to do makes the record later: that is no failed attempt. */
  const orLater = (handle: (job: LeasedJob) => Promise<void>) => (job: LeasedJob) =>
    handle(job).catch((error) => {
      if (!(error instanceof DomainError && error.refusal === 'unavailable')) throw error
      return postponeJob(db, job, error.retryAfterSeconds ?? 1)
    })

  return {
    generate: {
      handle: orLater(generate),
      giveUp: async (job) => {
        if (await complete({ job, ...nothingGenerated })) jobs.wake('deliver')
      },
    },
    regenerate: { handle: orLater(regenerate), giveUp: (job) => finishJob(db, job) },
  }
}

/** The items of a record of a control group: none, so the page shows its own content. */
const pagesOwn: MadeItems = { items: [], gaps: [], blanks: [], textless: [] }

/** The content of a record whose template is gone, or that cannot be generated. */
const nothingGenerated: Omit<Completion, 'job'> = {
  generated: {
    content: '[]',
    analytics: '[]',
    gaps: encodeGaps(pagesOwn),
    goal: null,
    template_version: null,
  },
  shape: [],
}

/**
 * The body of a completed record's callback, as JSON text.
 *
 * @example
 * { "type": "content.completed", "timestamp": "2026-11-20T12:00:00.000Z", "data": { "id": "…", "status": "completed", … } }
 */
function callbackBody(content: Content): string {
  return JSON.stringify({ type: 'content.completed', timestamp: content.updatedAt, data: content })
}

/**
 * A record is completed within 120 s of its prospect being enriched. The language model gets the first 90 s, including
 * its queue, and at most 45 s for one record. Later items get the plain payload.
 */
const writeWithinMs = 90_000
const writeAtMostMs = 45_000

/**
 * How long the language model may take now for a record that could be generated since `readyAt`. 0 or less: not at all.
 */
function writingMsLeft(readyAt: number, now: number): number {
  return Math.min(readyAt + writeWithinMs - now, writeAtMostMs)
}
