import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  enqueueNextOfTemplate,
  enqueueTemplateRegeneration,
} from '../../../service/content/template-regeneration-sql.ts'
import { forADatabase } from '../../support/databases.ts'
import { insertRecord, type LocalService, startLocal } from '../events/records.ts'

forADatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test('however many records a template has, they are enqueued some at a time, and asked twice from the start', async () => {
    const { db } = service.service
    const records = []
    for (let each = 0; each < 5; each++) records.push(await insertRecord(db))
    await insertRecord(db, { template: 'other' })
    await insertRecord(db, { organization: 'other' })
    const key = { organization: 'acme', name: 'launch' }
    const step = () => db.transaction().execute((trx) => enqueueNextOfTemplate(trx, key, 2))
    const enqueued = async () => {
      const jobs = await db.selectFrom('job').select('subject').where('kind', '=', 'regenerate').execute()
      return jobs.map(({ subject }) => subject).sort()
    }

    expect(await enqueueTemplateRegeneration(db, key)).toBe(5)
    expect(await step()).toBe(true)
    expect(await enqueued()).toHaveLength(2)
    expect(await enqueueTemplateRegeneration(db, key)).toBe(5)
    expect([await step(), await step(), await step(), await step()]).toEqual([true, true, true, false])
    expect(await enqueued()).toEqual(records.map(({ id }) => id).sort())
    expect(await step()).toBe(false)
  })
})
