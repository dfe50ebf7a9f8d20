import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LeasedJob } from '../../../service/base/jobs/job.ts'
import { claimJobs, enqueueJob } from '../../../service/base/jobs/sql.ts'
import { createOutbox } from '../../../service/base/outbox/outbox.ts'
import { createGenerator } from '../../../service/content/generate.ts'
import { createTemplateWork, type TemplateWork } from '../../../service/templates/template-work.ts'
import { createTemplates, type Templates } from '../../../service/templates/templates.ts'
import { contentItems, insertRecord, type LocalService, startLocal } from '../events/records.ts'

const yaml = 'languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: Hello }\n'

let service: LocalService
let templates: Templates
let generator: ReturnType<typeof createGenerator>
/** Nothing comes to its end while it is. */
let isBusy: boolean

beforeAll(async () => {
  service = await startLocal()
  const { db } = service.service
  const log = pino({ level: 'silent' })
  const idle = createTemplateWork({ log })
  const busy = createTemplateWork({
    log,
    file: new URL('../templates/failing-worker.ts', import.meta.url),
    wallMs: 1,
  })
  const work: TemplateWork = { run: (...asked) => (isBusy ? busy : idle).run(...asked) }
  templates = createTemplates({ db, log, work, folder: '/nowhere', canTranslate: false })
  generator = createGenerator({
    db,
    log,
    jobs: { wake() {} },
    work,
    templates,
    languageModel: undefined,
    outbox: createOutbox(),
    onReplaced() {},
    async onGoalMoved() {},
  })
})
afterAll(() => service[Symbol.asyncDispose]())

const store = () => templates.store({ organization: 'acme', user: 'ada' }, 'launch', { yaml })

test('a template that a busy machine cannot read is not refused: it is stored at the next try', async () => {
  isBusy = true
  await expect(store()).rejects.toMatchObject({ refusal: 'unavailable' })
  isBusy = false
  expect(await store()).toMatchObject({ problems: [] })
})

test.each([
  ['generate', 'generating'],
  ['regenerate', 'completed'],
] as const)(
  'a record that a busy machine cannot make waits as it is, however often (%s)',
  async (kind, status) => {
    isBusy = false
    if (kind === 'generate') await store()
    const { db } = service.service
    const { id } = await insertRecord(db, { template: 'launch', status })
    const job = { organization: 'acme', kind, subject: id }
    const record = () => db.selectFrom('content').selectAll().where('id', '=', id).executeTakeFirst()
    await enqueueJob(db, job)
    const attempt = async () => {
      await sql`UPDATE job SET run_at = to_timestamp(0) WHERE subject = ${id}`.execute(db)
      const [leased] = await claimJobs(
        db,
        { kind, room: 1, perOrganization: 1, perHost: 1, underWay: [] },
        { id: 'a lease', seconds: 60 },
      )
      await generator[kind].handle(leased as LeasedJob)
      return leased?.attempt
    }
    isBusy = true
    for (let tries = 0; tries < 3; tries++) expect(await attempt()).toBe(1)
    expect(await record()).toMatchObject({ status, content: JSON.stringify(contentItems) })
    isBusy = false
    await attempt()
    expect(await record()).toMatchObject({
      status: 'completed',
      content: JSON.stringify([{ selector: 'h1', type: 'text', payload: 'Hello' }]),
    })
  },
)
