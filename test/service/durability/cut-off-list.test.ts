import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'
import { inviteAll, peopleOf } from '../campaigns/support.ts'

test.skipIf(!inject('postgres'))(
  'a correction of a list that a crash cut off reaches everybody once the list is sent again',
  async () => {
    const DATABASE_URL = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    const token = 'a-token-of-the-list-that-is-cut-off'
    const start = async () => {
      const service = await startService({ DATABASE_URL, MOTIF_TOKENS: `acme/ada=${token}` })
      const request: typeof service.request = (method, path, options) =>
        service.request(method, path, { token, ...options })
      return { ...service, request }
    }
    const columns = encodeURIComponent(JSON.stringify({ Where: 'company' }))
    // More lines than are stored in one transaction.
    const lines = Array.from({ length: 150 }, (_, at) => `person${at}@cut.example,Firm ${at}`)
    const list = ['email,Where', ...lines].join('\n')
    const headers = { 'content-type': 'text/csv' }
    const first = await start()
    const { id } = await inviteAll(first, list)
    const correct = (service: typeof first) =>
      service.request('POST', `/v1/campaigns/${id}/people?columns=${columns}`, { headers, body: list })

    const somebody = new pg.Client(DATABASE_URL)
    await somebody.connect()
    await somebody.query(`BEGIN; SELECT FROM place WHERE email = 'person149@cut.example' FOR UPDATE`)
    const cutOff = correct(first).catch(() => undefined)
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await somebody.query(waiting)).rowCount).toBeGreaterThan(0)
    await first.stop('SIGKILL')
    await cutOff
    await somebody.end()

    await using next = await start()
    expect((await correct(next)).status).toBe(202)
    const companies = async () => (await peopleOf(next, id, '?limit=1000')).map(({ company }) => company)
    await expect.poll(companies).toEqual(lines.map((_, at) => `Firm ${at}`))
  },
)
