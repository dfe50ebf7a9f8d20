import { expect, inject, test } from 'vitest'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'
import { transactionOf } from '../../support/transaction-of.ts'
import { createCampaign, sendList } from './support.ts'

test.skipIf(!inject('postgres'))(
  'a crowd of lists for one campaign leaves connections to the database for others',
  { timeout: 240_000 },
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(inject('postgres') ?? '', { template: emptyDatabase }),
    }
    await using service = await startService(environment)
    const { id } = await createCampaign(service)
    await using other = await transactionOf(environment)
    await other.query(`SELECT FROM campaign WHERE id = '${id}' FOR UPDATE`)
    const lists = Array.from({ length: 30 }, (_, at) => sendList(service, id, `email\n${at}@acme.example\n`))
    await other.untilWaiting(1)
    for (let at = 0; at < 20; at++)
      expect((await service.request('GET', '/v1/prospects', { token: service.otherToken })).status).toBe(200)
    await other.query('COMMIT')
    const statuses = (await Promise.all(lists)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([202]))
    const { body } = await service.request('GET', `/v1/campaigns/${id}`)
    expect(body).toMatchObject({ people: 30 })
  },
)
