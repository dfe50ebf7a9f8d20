import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LeasedJob } from '../../../service/base/jobs/job.ts'
import { enqueueRegenerationOfAll, takeNextOfAll } from '../../../service/content/regeneration-sql.ts'
import { forADatabase } from '../../support/databases.ts'
import { insertRecord, type LocalService, startLocal } from '../events/records.ts'

forADatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test('however many records a template has, they are taken some at a time, and asked for twice from the first', async () => {
    const { db } = service.service
    const records = []
    for (let each = 0; each < 5; each++) records.push(await insertRecord(db))
    await insertRecord(db, { template: 'other' })
    await insertRecord(db, { organization: 'other' })
    const job = { organization: 'acme', subject: 'template launch' } as LeasedJob
    const ask = () =>
      db.transaction().execute((trx) => enqueueRegenerationOfAll(trx, 'acme', { template: 'launch' }))
    const take = () => db.transaction().execute((trx) => takeNextOfAll(trx, job, 2))

    const all = records.map(({ id }) => id).sort()
    await ask()
    expect(await take()).toEqual(all.slice(0, 2))
    await ask()
    expect([await take(), await take(), await take(), await take()]).toEqual([
      all.slice(0, 2),
      all.slice(2, 4),
      all.slice(4),
      [],
    ])
    expect(await take()).toEqual([])
  })
})
