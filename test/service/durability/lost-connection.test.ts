import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { startDatabaseProxy } from '../../support/database-proxy.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { batchOf, click, view } from '../events/batch.ts'

/** A service whose PostgreSQL is behind a proxy, with a completed record. */
async function startBehindProxy() {
  const database = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
  const proxy = await startDatabaseProxy(database)
  const service = await startService({ DATABASE_URL: proxy.url })
  const prospect = await createProspect(service, { email: 'known@acme.example' })
  const { id, pattern } = await createContent(service, { prospect, template: 'launch' })
  await whenCompleted(service, id)
  return { database, proxy, service, prospect, pattern }
}

/** Counts rows in the database itself. */
async function countOf(database: string, rows: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query(`SELECT count(*)::int AS count FROM ${rows}`)).rows[0].count
  } finally {
    await client.end()
  }
}

const write = (service: Service, email: string, headers: Record<string, string> = {}) =>
  service.request<{ id: string }>('POST', '/v1/prospects', { body: { email }, headers })

function send(service: Service, pattern: string) {
  const batch = { ...batchOf({ pattern }, { events: [view(1), click(2)], last: 2 }), input: true }
  const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 Firefox/153.0' }
  return service.request('POST', '/e', { token: '', headers, body: JSON.stringify(batch) })
}

/** What the service sends in a transaction, until it is cut. */
const prospectIsInserted = /insert into "prospect"/
const prospectIsCommitted = /insert into "prospect".*commit\0/s
const contentIsCommitted = /INSERT INTO content .*commit\0/s
/** Of batches, whose transactions alone are written in capitals. */
const batchHasBegun = /BEGIN\0./s
const batchIsCommitted = /COMMIT\0/

describe.skipIf(!inject('postgres'))('a connection to PostgreSQL that is lost', () => {
  test('work that was lost before its commit is done again', async () => {
    const { database, proxy, service, pattern } = await startBehindProxy()
    await using _proxy = proxy
    await using _service = service
    const email = 'ada@acme.example'
    const [written] = await Promise.all([write(service, email), proxy.cut(prospectIsInserted, 'statement')])
    expect(written.status).toBe(200)
    expect(await countOf(database, `prospect WHERE email_key = '${email}'`)).toBe(1)

    const before = await countOf(database, 'report.events')
    const [sent] = await Promise.all([send(service, pattern), proxy.cut(batchHasBegun, 'statement')])
    expect(sent.status).toBe(204)
    expect(await countOf(database, 'report.events')).toBe(before + 2)
  })

  test('a commit that may have happened or not is told to who gave no key, and tried again by them', async () => {
    const { database, proxy, service } = await startBehindProxy()
    await using _proxy = proxy
    await using _service = service
    for (const at of ['statement', 'answer'] as const) {
      const email = `${at}@acme.example`
      const [answer] = await Promise.all([write(service, email), proxy.cut(prospectIsCommitted, at)])
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect((await write(service, email)).status).toBe(200)
      expect(await countOf(database, `prospect WHERE email_key = '${email}'`)).toBe(1)
    }
  })

  test('a commit whose answer is lost doubles nothing, and who gave a key gets the answer', async () => {
    const { database, proxy, service, prospect, pattern } = await startBehindProxy()
    await using _proxy = proxy
    await using _service = service
    const ask = (headers: Record<string, string>) =>
      service.request<{ id: string }>('POST', '/v1/content', {
        body: { prospect, template: 'launch', language: 'de' },
        headers,
      })
    const keyed = { 'idempotency-key': randomUUID() }
    const [first] = await Promise.all([ask(keyed), proxy.cut(contentIsCommitted, 'answer')])
    expect(first.status).toBe(200)
    const again = await ask(keyed)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await countOf(database, "content WHERE language = 'de'")).toBe(1)

    const before = await countOf(database, 'report.events')
    const [batch] = await Promise.all([send(service, pattern), proxy.cut(batchIsCommitted, 'answer')])
    expect(batch.status).toBe(204)
    expect(await countOf(database, 'report.events')).toBe(before + 2)
  })
})
