import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { storeTemplate } from '../../../service/templates/sql.ts'
import {
  createTemplateThread,
  readAgainMs,
  type TemplateThread,
  ThreadEnded,
} from '../../../service/templates/template-thread.ts'
import { createTemplates, type Templates } from '../../../service/templates/templates.ts'
import { freshDatabase } from '../../support/fresh-database.ts'

/** A text of 250 KB: far from read in the millisecond that a busy machine has for it here. */
const long = `languages: [en]\ncontent:\n${`  - { name: Headline, selector: h1, type: text, payload: "${'{{ language }}'.repeat(400)}" }\n`.repeat(40)}`

const folder = mkdtempSync(join(tmpdir(), 'motif-unread-'))
let store: OpenDatabase
let templates: Templates
let isBusy: boolean
/** How often a template was read. */
let reads: number

beforeAll(async () => {
  store = await openStore(readConfig({ ...(await freshDatabase({})), LOG_LEVEL: 'silent' }))
  const log = pino({ level: 'silent' })
  const idle = createTemplateThread({ log, metrics: new Registry() })
  const busy = createTemplateThread({ log, metrics: new Registry(), deadlineMs: 1 })
  const thread: TemplateThread = {
    ...idle,
    parse(...asked) {
      reads++
      return (isBusy ? busy : idle).parse(...asked)
    },
  }
  templates = createTemplates({ db: store.db, log, thread, folder, canTranslate: false })
})
beforeEach(() => {
  isBusy = true
  reads = 0
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Nobody can use the template for now, and it is not read each time; then it is read again, and is sound. */
async function expectReadAgain(name: string) {
  const use = () => templates.assertOffered('acme', name, 'en')
  await expect(use()).rejects.toThrow('takes more than 10 s of work')
  isBusy = false
  await expect(use()).rejects.toThrow('takes more than 10 s of work')
  // A record is not made as if there were no template.
  await expect(templates.getSound('acme', name)).rejects.toThrow(ThreadEnded)
  expect((await templates.namesOf('acme', name)).content({ selector: 'h1', type: 'text' })).toBeUndefined()
  expect(reads).toBe(1)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + readAgainMs)
  onTestFinished(() => clock.mockRestore())
  expect((await use()).content).toHaveLength(40)
  expect((await templates.getSound('acme', name))?.content).toHaveLength(40)
  expect(reads).toBe(2)
}

test('a stored template that a busy machine could not read is read again', async () => {
  await storeTemplate(store.db, 'acme', { name: 'stored', source: long, user: 'ada' })
  // Another template, though of the same name.
  writeFileSync(join(folder, 'stored.yaml'), 'languages: [en]\ncontent: []\n')
  await expectReadAgain('stored')
})

test('a file that a busy machine could not read is read again, though it has not changed', async () => {
  const file = join(folder, 'file.yaml')
  writeFileSync(file, long)
  utimesSync(file, 1, 1)
  await expectReadAgain('file')
})

test('a file that cannot be read for now is what it was before', async () => {
  isBusy = false
  const file = join(folder, 'changed.yaml')
  writeFileSync(file, 'languages: [en]\ncontent: [{ selector: h1, type: text, payload: Hello }]\n')
  expect((await templates.getSound('acme', 'changed'))?.content).toHaveLength(1)
  isBusy = true
  writeFileSync(file, long)
  expect((await templates.getSound('acme', 'changed'))?.content).toHaveLength(1)
})
