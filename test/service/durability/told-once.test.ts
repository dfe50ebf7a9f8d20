import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { pauses } from '../../support/pauses.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { batchOf, click, view } from '../events/batch.ts'

const records = 5

/** What the service sends in a transaction. */
const isCompleted = /UPDATE content SET content = made\.content.*commit\0/s
const isDelivered = /DELETE FROM message m .*commit\0/s
const isMade = /INSERT INTO prospect .*commit\0/s
/** Of batches, whose transactions alone are written in capitals. */
const isCollected = /COMMIT\0/

describe.skipIf(!inject('postgres'))('a connection to PostgreSQL that fails as networks do', () => {
  let database: string
  let proxy: DatabaseProxy
  let receiver: LocalServer
  let service: Service

  beforeAll(async () => {
    database = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    proxy = await startDatabaseProxy(database)
    receiver = await startLocalServer((_request, response) => response.writeHead(204).end())
    // A connection is taken for dead after four seconds of silence.
    service = await startService({ DATABASE_URL: `${proxy.url}?statement_timeout=3000` })
  })

  afterAll(async () => {
    await service?.stop()
    await receiver?.[Symbol.asyncDispose]()
    await proxy?.[Symbol.asyncDispose]()
  })

  /** Asks the database itself. */
  async function query(statement: string): Promise<{ count: number }[]> {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  async function countOf(rows: string): Promise<number> {
    const [{ count = 0 } = {}] = await query(`SELECT count(*)::int AS count FROM ${rows}`)
    return count
  }

  /** Makes records with callbacks; returns their ids. */
  async function makeRecords(): Promise<string[]> {
    const prospect = await createProspect(service, { email: `${randomUUID()}@acme.example` })
    const ids: string[] = []
    while (ids.length < records) {
      const callback = `${receiver.url}/hook`
      ids.push((await createContent(service, { prospect, template: 'launch', callback })).id)
    }
    return ids
  }

  async function whenAllIsDone(): Promise<void> {
    for (const pause = pauses(); (await countOf('job')) > 0; ) await pause()
  }

  /** How often each of the records was told. */
  function timesTold(ids: string[]): number[] {
    return ids.map((id) => receiver.received.filter(({ body }) => body.includes(id)).length)
  }

  /** Sends a request until it is acknowledged, as browsers and programs do. Returns the statuses. */
  async function insist(send: () => Promise<{ status: number }>): Promise<number[]> {
    const statuses: number[] = []
    for (const pause = pauses(); ; await pause()) {
      const { status } = await send()
      statuses.push(status)
      if (status < 300) return statuses
    }
  }

  function sendBatch(pattern: string): () => Promise<{ status: number }> {
    const batch = { ...batchOf({ pattern }, { events: [view(1), click(2)], last: 2 }), input: true }
    const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 Firefox/153.0' }
    return () => service.request('POST', '/e', { token: '', headers, body: JSON.stringify(batch) })
  }

  function makeProspect(email: string): () => Promise<{ status: number }> {
    const headers = { 'idempotency-key': randomUUID() }
    return () => service.request('POST', '/v1/prospects', { headers, body: { email } })
  }

  const once = Array.from({ length: records }, () => 1)
  const faults = [
    { at: 'answer', by: 'reset' },
    { at: 'statement', by: 'silence' },
  ] as const

  describe.each(faults)('by $by at the $at of a commit', ({ at, by }) => {
    test.each([
      { what: 'a record is completed', statements: isCompleted },
      { what: 'a callback was received', statements: isDelivered },
    ])('as $what: each is completed and told once', async ({ statements }) => {
      const [ids] = await Promise.all([makeRecords(), proxy.cut(statements, at, by)])
      await whenAllIsDone()
      const completed = `content WHERE id = ANY ('{${ids}}') AND status = 'completed'`
      expect(await countOf(completed)).toBe(records)
      expect(timesTold(ids)).toEqual(once)
    })

    test('as events are stored: they are there once when the browser has its answer', async () => {
      const pattern = await aPattern()
      const before = await countOf('report.events')
      await Promise.all([insist(sendBatch(pattern)), proxy.cut(isCollected, at, by)])
      expect(await countOf('report.events')).toBe(before + 2)
    })

    test('as a prospect is made: it is there once when the program has its answer', async () => {
      const email = `${randomUUID()}@acme.example`
      await Promise.all([insist(makeProspect(email)), proxy.cut(isMade, at, by)])
      expect(await countOf(`prospect WHERE email_key = '${email}'`)).toBe(1)
    })
  })

  async function aPattern(): Promise<string> {
    const prospect = await createProspect(service, { email: `${randomUUID()}@acme.example` })
    const { id } = await createContent(service, { prospect, template: 'launch' })
    return (await whenCompleted(service, id)).pattern
  }
})
