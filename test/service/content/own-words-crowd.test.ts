import { expect, inject, test } from 'vitest'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { startService } from '../../support/service.ts'
import { transactionOf } from '../../support/transaction-of.ts'

const timeoutMs = 240_000

test.skipIf(!inject('postgres'))(
  'a crowd that changes the words of one record leaves connections to the database for others',
  { timeout: timeoutMs },
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(inject('postgres') ?? '', { template: emptyDatabase }),
    }
    await using service = await startService(environment)
    const prospect = await createProspect(service, { email: 'crowd@acme.example' })
    const { id } = await createContent(service, { prospect, template: 'launch' })
    await whenCompleted(service, id)
    await using other = await transactionOf(environment)
    await other.query(`SELECT FROM content WHERE id = '${id}' FOR UPDATE`)
    const changes = Array.from({ length: 30 }, (_, at) =>
      service.request('PUT', `/v1/content/${id}/items/0`, { body: { payload: `Words ${at}` } }),
    )
    await other.untilWaiting(1)
    for (let at = 0; at < 20; at++)
      expect((await service.request('GET', '/v1/prospects', { token: service.otherToken })).status).toBe(200)
    await other.query('COMMIT')
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  },
)
