import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { maxAttempts } from '../../../service/base/jobs/job.ts'
import { countStatements, createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'
import { freshEmail, withApi } from '../http/support.ts'
import { createCampaign, inviteAll, peopleOf, sendList, untilCompleted } from './support.ts'

const newDatabase = () => createDatabase(inject('postgres') ?? '', { template: emptyDatabase })

describe.skipIf(!inject('postgres'))('on PostgreSQL', () => {
  test('a list of people with their records takes at most five statements a person', async () => {
    const DATABASE_URL = await newDatabase()
    await using api = await startService({ DATABASE_URL })
    const { id } = await createCampaign(api)
    const people = 300
    const lines = Array.from({ length: people }, (_, at) => `jane.doe@company-${at}.example,Company ${at}`)
    const before = await countStatements(DATABASE_URL)
    await sendList(api, id, `email,company\n${lines.join('\n')}\n`)
    await untilCompleted(api, id)
    expect(((await countStatements(DATABASE_URL)) - before) / people).toBeLessThanOrEqual(5)
  })

  test('whom the service cannot prepare is left out and told, and everybody else has a page', async () => {
    const url = await newDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`ALTER TABLE prospect ADD CHECK (company <> 'Nowhere')`)
    await using api = await startService({ DATABASE_URL: url })
    const { id } = await createCampaign(api)
    const companies = ['Acme', 'Nowhere', 'Wind']
    await sendList(api, id, `email,company\n${companies.map((name) => `${freshEmail()},${name}\n`).join('')}`)
    const end = `UPDATE job SET attempt = $1, run_at = now() WHERE kind = 'campaign' AND attempt < $1 AND lease IS NULL`
    const told = async () => {
      await client.query(end, [maxAttempts])
      return (await peopleOf(api, id)).map(({ status, problem }) => `${status} ${problem ?? ''}`)
    }
    const left = expect.stringMatching(/^waiting could not be prepared/)
    await expect.poll(told).toEqual(['completed ', left, 'completed '])
    await client.end()
  })
})

withApi((api) => {
  test('what is too much of one person is told at their place; all else that the list says is taken', async () => {
    const [full, other] = [freshEmail(), freshEmail()]
    const additional = { first: 'x'.repeat(10_000) }
    await api().request('POST', '/v1/prospects', { body: { email: full, additional } })
    const note = 'y'.repeat(10_000)
    const { id } = await inviteAll(api(), `email,company,note\n${full},Acme,${note}\n${other},Wind,${note}\n`)
    const people = await peopleOf(api(), id)
    expect(people).toMatchObject([
      { email: full, company: 'Acme', status: 'completed', problem: expect.stringContaining('16 KiB') },
      { email: other, company: 'Wind', status: 'completed' },
    ])
    expect(people[1]).not.toHaveProperty('problem')
  })
})
