import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LeasedJob, maxAttempts } from '../../../service/base/jobs/job.ts'
import { claimJobs, enqueueJob, retryJob } from '../../../service/base/jobs/sql.ts'
import { createOutbox } from '../../../service/base/outbox/outbox.ts'
import { createGenerator, type Generator } from '../../../service/content/generate.ts'
import { storeTemplate } from '../../../service/templates/sql.ts'
import {
  createTemplateThread,
  type TemplateThread,
  ThreadEnded,
} from '../../../service/templates/template-thread.ts'
import { createTemplates } from '../../../service/templates/templates.ts'
import {
  contentItems,
  insertRecord,
  type LocalService,
  startLocal,
  type TestRecord,
} from '../events/records.ts'

/** Far from rendered in the millisecond that a thread which is always ended has for it here. */
const text = '{% for i in (1..1200) %}<b>x</b><p>some words</p>{% endfor %}'
const yaml = `languages: [en]\ncontent:\n  - { selector: h1, type: html, payload: "${text}" }\n`

let service: LocalService
let generator: Generator
let isEnded: boolean

beforeAll(async () => {
  service = await startLocal()
  const { db } = service.service
  await storeTemplate(db, 'acme', { name: 'heavy', source: yaml, user: 'ada' })
  const log = pino({ level: 'silent' })
  const sound = createTemplateThread({ log, metrics: new Registry() })
  const ended = createTemplateThread({ log, metrics: new Registry(), deadlineMs: 1 })
  const thread: TemplateThread = {
    ...sound,
    render: (...asked) => (isEnded ? ended : sound).render(...asked),
  }
  generator = createGenerator({
    db,
    log,
    jobs: { wake() {} },
    thread,
    templates: createTemplates({ db, log, thread, folder: '/nowhere', canTranslate: false }),
    languageModel: undefined,
    outbox: createOutbox(),
    saidLanguageOf: async () => undefined,
    onReplaced() {},
    async onGoalMoved() {},
  })
})
beforeEach(() => {
  isEnded = true
})
afterAll(() => service[Symbol.asyncDispose]())

const db = () => service.service.db

/** Makes a record until its job is over, as the workers do. Returns how often its thread was ended. */
async function make(kind: 'generate' | 'regenerate', { id: subject }: TestRecord): Promise<number> {
  const job = { organization: 'acme', kind, subject }
  await enqueueJob(db(), job)
  for (let ends = 0; ends < maxAttempts; ends++) {
    const [leased] = (await claimJobs(
      db(),
      { kind, room: 1, perOrganization: 1, perHost: 1, underWay: [] },
      { id: 'a lease', seconds: 60 },
    )) as [LeasedJob]
    try {
      await generator[kind].handle(leased)
      return ends
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error
      await retryJob(db(), leased, 0)
    }
  }
  return expect.fail('it is tried for ever')
}

const recordOf = ({ id }: TestRecord) =>
  db().selectFrom('content').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a record that is made again while the thread ends keeps its items, and is made once it does not', async () => {
  const record = await insertRecord(db(), { template: 'heavy' })
  expect(await make('regenerate', record)).toBe(2)
  expect(await recordOf(record)).toMatchObject({ status: 'completed', content: JSON.stringify(contentItems) })
  isEnded = false
  expect(await make('regenerate', record)).toBe(0)
  expect((await recordOf(record)).content).toContain('some words')
})

test('a new record is tried again, and is completed without items if the thread always ends', async () => {
  const record = await insertRecord(db(), { template: 'heavy', status: 'generating' })
  expect(await make('generate', record)).toBe(2)
  expect(await recordOf(record)).toMatchObject({ status: 'completed', content: '[]' })
})
