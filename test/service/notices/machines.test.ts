import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import { readConfig } from '../../../service/config.ts'
import type { reasons } from '../../../service/events/kinds.ts'
import type { RecordVisit } from '../../../service/events/results.ts'
import type { Today } from '../../../service/events/today.ts'
import { createMotif, type Motif } from '../../../service/motif.ts'
import type { Batch } from '../../../wire/event.ts'
import { forADatabase } from '../../support/databases.ts'
import { followToday } from '../../support/follow-today.ts'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { batchOf, browser, click, duration, newVisitName, post, view } from '../events/batch.ts'
import { insertRecord, type TestRecord } from '../events/records.ts'

const token = 'a-token-of-who-is-told'
const clickItems = ['cta', 'menu', 'footer']
const analytics = [
  { id: 'hero', selector: '#hero', type: 'view' as const },
  { id: 'pricing', selector: '#pricing', type: 'duration' as const },
  ...clickItems.map((id) => ({ id, selector: `.${id}`, type: 'click' as const })),
]

forADatabase((database) => {
  let motif: Motif
  let url: string
  let receiver: LocalServer

  beforeAll(async () => {
    const config = readConfig({
      ...(await database.create()),
      MOTIF_TOKENS: `acme/ada=${token}`,
      TEMPLATES_DIR: 'test/fixtures/templates',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      PORT: '0',
    })
    motif = await createMotif(config, createLog('fatal'))
    url = await motif.listen()
    await motif.work()
    receiver = await startLocalServer((_request, response) => response.end('ok'))
    await ask('POST', '/v1/webhooks', {
      url: `${receiver.url}/webhook`,
      events: ['visit.started', 'goal.reached'],
    })
    const to = { slack: `${receiver.url}/slack` }
    await ask('POST', '/v1/alerts', { to, when: ['goal', 'return', 'read'], seconds: 2, at: 'once' })
  })

  afterAll(async () => {
    await motif?.stop()
    await receiver?.[Symbol.asyncDispose]()
  })

  async function ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Body
  }

  async function newRecord(): Promise<TestRecord> {
    const record = await insertRecord(motif.store.db, { analytics })
    await sql`UPDATE content SET goal = 'cta' WHERE id = ${record.id}`.execute(motif.store.db)
    return record
  }

  async function send(batch: Batch, headers: Record<string, string> = {}): Promise<void> {
    expect((await post({ url }, batch, { 'user-agent': browser, ...headers })).status).toBe(204)
  }

  /** What a visit does that everybody would be told of, if it were a person's: the goal, and seconds of reading. */
  const busy = (record: TestRecord, values: Partial<Batch>): Batch =>
    batchOf(record, {
      sent: 9000,
      last: 3,
      events: [view(1), duration(2, 3000), click(3, { item: 'cta', at: 8000 })],
      ...values,
    })

  const machines: Record<(typeof reasons)['machine'][number], (record: TestRecord) => Promise<void>> = {
    async robot(record) {
      await send(busy(record, { input: true, visible: 20_000 }), {
        'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      })
    },
    async hasty(record) {
      const events = clickItems.map((item, at) => click(at + 1, { item, at: 3000 + 300 * at }))
      const visit = newVisitName()
      await send(batchOf(record, { visit, input: true, sent: 4000, events }))
      await send(batchOf(record, { visit, input: true, sent: 60_000, visible: 60_000 }))
    },
    async still(record) {
      await send(busy(record, { input: false, visible: 900 }))
      await sql`UPDATE visit SET seen_minute = seen_minute - 31 WHERE content = ${record.id}`.execute(
        motif.store.db,
      )
    },
  }

  test('nobody is told of a machine of any kind: no webhook, no alert, nothing on Today', async () => {
    const days: Today[] = []
    await using _following = followToday(url, token, (today) => days.push(today))
    await expect.poll(() => days.length).toBeGreaterThan(0)
    for (const [kind, visit] of Object.entries(machines)) {
      const record = await newRecord()
      await visit(record)
      const { visits } = await ask<{ visits: RecordVisit[] }>('GET', `/results/content/${record.id}/visits`)
      expect(visits).toMatchObject([{ kind: 'machine', why: kind }])
    }

    // Whatever were told of them would be told by the time at which this person is.
    const person = await newRecord()
    await send(busy(person, { input: true }))
    const told = () => receiver.received.map(({ path, body }) => [path, body] as const)
    await expect.poll(() => told().length).toBeGreaterThanOrEqual(4)
    const { prospect } = await motif.store.db
      .selectFrom('content')
      .select('prospect')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(
      told()
        .map(([path]) => path)
        .sort(),
    ).toEqual(['/slack', '/slack', '/webhook', '/webhook'])
    for (const [, body] of told()) expect(body).toContain(prospect)
    const { rows } = await sql`SELECT content FROM message WHERE content <> ${person.id}`.execute(
      motif.store.db,
    )
    expect(rows).toEqual([])

    await expect.poll(() => days.at(-1)?.now).toHaveLength(1)
    const shown = days.flatMap(({ now, week }) => [...now, ...week].map(({ content }) => content))
    expect(new Set(shown)).toEqual(new Set([person.id]))
  })
})
