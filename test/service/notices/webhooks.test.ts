import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Batch } from '../../../wire/event.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { type LocalServer, type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'
import { batchOf, click, post, send } from '../events/batch.ts'
import { dump } from '../http/stored.ts'
import { expectError, unknownId } from '../http/support.ts'

const launch = `
page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
analytics:
  - { id: hero, selector: "#hero", type: view }
  - { id: cta, selector: ".cta", type: click, goal: true }
`
const timeoutMs = 240_000

interface Made {
  id: string
  secret: string
}

interface Listed {
  id: string
  url: string
  events: string[]
  state: 'on' | 'off'
  createdAt: string
  deliveries: { at: string; event: string; status?: number; error?: string }[]
}

interface Notice {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

forEachDatabase((database) => {
  let templates: TemplatesDir
  let receiver: LocalServer
  let environment: Record<string, string>
  let service: Service
  let answer: (request: ReceivedRequest, response: ServerResponse, count: number) => void
  /** By path: that of each webhook is its own. */
  const secrets = new Map<string, string>()
  let people = 0

  beforeAll(async () => {
    templates = await createTemplatesDir({ launch })
    receiver = await startLocalServer((...received) => answer(...received))
    environment = {
      ...(await database.create()),
      ...{ TEMPLATES_DIR: templates.path, CALLBACK_RETRY_SECONDS: '0,0' },
      MOTIF_TOKENS: 'acme/ada=a-token-of-the-webhooks,other/bob=another-of-the-webhooks',
    }
    service = await started()
  }, timeoutMs)

  beforeEach(async () => {
    answer = (_request, response) => response.writeHead(204).end()
    for (const { id } of await list()) await request('DELETE', `/v1/webhooks/${id}`)
    receiver.received.length = 0
  })

  afterAll(async () => {
    await service.stop()
    await receiver[Symbol.asyncDispose]()
    await templates[Symbol.asyncDispose]()
  })

  async function started(): Promise<Service> {
    return { ...(await startService(environment)), token: 'a-token-of-the-webhooks' }
  }

  function request<Body>(method: string, path: string, body?: unknown, headers = {}) {
    const token = 'a-token-of-the-webhooks'
    return service.request<Body>(method, path, { token, headers, ...(body !== undefined && { body }) })
  }

  async function create(path: string, ...events: string[]): Promise<string> {
    const { status, body } = await request<Made>('POST', '/v1/webhooks', {
      url: `${receiver.url}${path}`,
      events,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.secret).toMatch(/^whsec_/)
    secrets.set(path, body.secret)
    return body.id
  }

  async function list(): Promise<Listed[]> {
    return (await request<{ webhooks: Listed[] }>('GET', '/v1/webhooks')).body.webhooks
  }

  /** A notice, as the receiver's library checks it. */
  function verified({ path, body, headers }: ReceivedRequest): Notice {
    return new Webhook(secrets.get(path) ?? '').verify(body, headers as Record<string, string>) as Notice
  }

  const idsOf = (requests: ReceivedRequest[]) => new Set(requests.map(({ headers }) => headers['webhook-id']))

  async function completed(more: { test?: boolean } = {}) {
    people += 1
    const email = `jane-${people}@acme.example`
    const of = {
      ...service,
      request: (method, path, { body } = {}) => request(method, path, body),
    } as Service
    const additional = { name: 'Jane Doe', company: 'Acme' }
    const prospect = await createProspect(of, { email, additional, ...more })
    const { id } = await createContent(of, { prospect, template: 'launch' })
    return { email, ...(await whenCompleted(of, id)) }
  }

  /** Resolves once what was sent so far has told all that it is to tell: a new visit of the record is told behind it. */
  async function whenQuiet(record: { pattern: string }): Promise<void> {
    const last = batchOf(record)
    await send(service, last)
    await expect
      .poll(() => receiver.received.some(({ body }) => body.includes(last.visit)), { timeout: 20_000 })
      .toBe(true)
  }

  test('a visit is told once, with whom it is, and the goal when it is reached first', async () => {
    const record = await completed()
    const byTest = await completed({ test: true })
    await create('/crm', 'visit.started', 'goal.reached')
    const batch: Batch = batchOf(record)
    await send(service, batchOf(byTest, { events: [click(1)], last: 1 }))
    const robot = await post(service, batchOf(record), { 'user-agent': 'Googlebot/2.1' })
    expect(robot.status).toBe(204)
    await send(service, batch, batch)
    const [first] = await receiver.whenReceived(1)
    const notice = verified(first as ReceivedRequest)
    const known = {
      at: notice.timestamp,
      visit: batch.visit,
      prospect: record.prospect,
      email: record.email,
      name: 'Jane Doe',
      company: 'Acme',
      content: record.id,
      template: 'launch',
      language: 'en',
      link: `https://www.example.com/launch?pattern=${record.pattern}`,
    }
    expect(notice).toEqual({ type: 'visit.started', timestamp: expect.any(String), data: known })
    const goal = batchOf(record, { visit: batch.visit, events: [click(1), click(2)], last: 2 })
    await send(service, goal, goal)
    const requests = await receiver.whenReceived(2)
    const reached = verified(requests[1] as ReceivedRequest)
    expect(reached).toMatchObject({
      type: 'goal.reached',
      data: { ...known, at: reached.timestamp, goal: 'cta' },
    })
    const again = batchOf(record, { events: [click(1)], last: 1 })
    await send(service, again)
    await whenQuiet(record)
    await receiver.whenReceived(4)
    const [begun, goalOf, ...later] = receiver.received.map((each) => verified(each))
    const told = [begun, goalOf, ...later.sort((one) => (one.data.visit === again.visit ? -1 : 1))]
    // Messages may come in another order than what they tell of.
    expect(told.map((each) => `${each?.type} ${each?.data.visit}`)).toEqual([
      `visit.started ${batch.visit}`,
      `goal.reached ${batch.visit}`,
      `visit.started ${again.visit}`,
      expect.stringMatching(/^visit.started /),
    ])
    expect(idsOf(receiver.received).size).toBe(4)
  })

  test('a campaign is told once its list is completed, and each record of it', async () => {
    await create('/lists', 'campaign.completed', 'content.completed')
    const wanted = { name: 'Spring', template: 'launch', language: 'en' }
    const { id } = (await request<{ id: string }>('POST', '/v1/campaigns', wanted)).body
    const put = (text: string) =>
      request('POST', `/v1/campaigns/${id}/people`, text, { 'content-type': 'text/csv' })
    const people = Array.from({ length: 40 }, (_, at) => `person-${at}@list.example`)
    expect((await put(`email\n${people.join('\n')}\nnobody\n`)).status).toBe(202)
    const requests = await receiver.whenReceived(41)
    const told = requests.map((each) => verified(each))
    const done = told.filter(({ type }) => type === 'campaign.completed')
    expect(done).toHaveLength(1)
    expect(done[0]?.data).toEqual({
      ...{ at: done[0]?.timestamp, campaign: id, campaignName: 'Spring', template: 'launch', language: 'en' },
      ...{ people: 40, completed: 40, problems: 1 },
    })
    const [record] = told.filter(({ type }) => type === 'content.completed')
    expect((await request<unknown[]>('GET', `/v1/content/${record?.data.id}`)).body).toEqual([record?.data])
    expect((await put('email\nc@list.example\n')).status).toBe(202)
    const more = (await receiver.whenReceived(43)).slice(41).map((each) => verified(each))
    expect(more.map(({ type }) => type).sort()).toEqual(['campaign.completed', 'content.completed'])
    expect(more.find(({ type }) => type === 'campaign.completed')?.data).toMatchObject({ people: 41 })
    // Of a campaign's person, the campaign is told too.
    await create('/visits', 'visit.started')
    await send(service, batchOf(record?.data as { pattern: string }))
    const visit = verified((await receiver.whenReceived(44))[43] as ReceivedRequest)
    expect(visit.data).toMatchObject({ campaign: id, campaignName: 'Spring' })
  })

  test('the button sends a test at once and once, and the list says what was answered', async () => {
    const id = await create('/test', 'goal.reached')
    answer = (_request, response, count) => response.writeHead(count === 1 ? 204 : 500).end()
    const tested = await request<{ id: string }>('POST', `/v1/webhooks/${id}/test`)
    expect(tested.status).toBe(202)
    const [sent] = await receiver.whenReceived(1)
    expect(sent?.headers['webhook-id']).toBe(tested.body.id)
    const { type, data } = verified(sent as ReceivedRequest)
    expect({ type, data }).toEqual({ type: 'webhook.test', data: { webhook: id, at: expect.any(String) } })
    await request('POST', `/v1/webhooks/${id}/test`)
    await expect.poll(async () => (await list())[0]?.deliveries).toHaveLength(2)
    const [listed] = await list()
    expect(listed).toMatchObject({
      ...{ id, url: `${receiver.url}/test`, events: ['goal.reached'], state: 'on' },
      deliveries: [
        { event: 'webhook.test', status: 500, error: 'HTTP 500' },
        { event: 'webhook.test', status: 204 },
      ],
    })
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect(receiver.received).toHaveLength(2)
  })

  test('what fails is sent again with the same id and body, and a receiver that stays dead is switched off', async () => {
    const record = await completed()
    await create('/dead', 'visit.started')
    answer = (_request, response, count) => {
      if (count === 1) response.writeHead(500).end()
      else if (count === 2) response.writeHead(302, { location: '/elsewhere' }).end()
      else response.destroy()
    }
    await send(service, batchOf(record))
    await expect.poll(async () => (await list())[0]?.state, { timeout: 20_000 }).toBe('off')
    const requests = receiver.received
    expect(requests.map(({ path }) => path)).toEqual(Array(3).fill('/dead'))
    for (const each of requests) verified(each)
    expect(idsOf(requests).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    const [off] = await list()
    expect(off?.deliveries).toEqual([
      { at: expect.any(String), event: 'visit.started', error: expect.any(String) },
    ])
    expect(service.output()).toContain('webhook switched off')
    expect(service.output()).not.toContain(record.email)
    // Nothing more is kept for it, until a test arrives: that switches it on.
    await create('/alive', 'visit.started')
    answer = (_request, response) => response.writeHead(200).end()
    await whenQuiet(record)
    expect(receiver.received.filter(({ path }) => path === '/dead')).toHaveLength(3)
    await request('POST', `/v1/webhooks/${off?.id}/test`)
    await expect.poll(async () => (await list())[0]?.state).toBe('on')
    await send(service, batchOf(record))
    await expect
      .poll(() => receiver.received.filter(({ path }) => path === '/dead').length, { timeout: 20_000 })
      .toBe(5)
  })

  test('one message that is refused does not switch off a receiver that takes others', async () => {
    const record = await completed()
    await create('/picky', 'visit.started')
    const refused = batchOf(record)
    answer = ({ body }, response) => {
      const isRefused = body.includes(refused.visit)
      // The others come first: the refused one is tried again behind them.
      setTimeout(() => response.writeHead(isRefused ? 500 : 200).end(), isRefused ? 300 : 0)
    }
    await send(service, refused, batchOf(record))
    await expect
      .poll(() => receiver.received.filter(({ body }) => body.includes(refused.visit)).length, {
        timeout: 20_000,
      })
      .toBe(3)
    await expect
      .poll(async () => (await list())[0]?.deliveries.map(({ status }) => status))
      .toEqual([500, 200])
    expect((await list())[0]?.state).toBe('on')
  })

  test('410 switches it off at once, and what hangs holds up nobody else', async () => {
    const record = await completed()
    await create('/gone', 'visit.started')
    await create('/hangs', 'visit.started')
    await create('/sound', 'visit.started')
    answer = ({ path }, response) => {
      if (path !== '/hangs') response.writeHead(path === '/gone' ? 410 : 200).end()
    }
    for (let visits = 0; visits < 3; visits++) await send(service, batchOf(record))
    await expect
      .poll(() => receiver.received.filter(({ path }) => path === '/sound').length, { timeout: 14_000 })
      .toBe(3)
    await expect.poll(async () => (await list()).map(({ state }) => state)).toEqual(['off', 'on', 'on'])
  })

  test('of an erased person nothing is told any more, and nothing of the notices stays', async () => {
    const record = await completed()
    await create('/erased', 'visit.started')
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '7200' }).end()
    await send(service, batchOf(record))
    await expect.poll(async () => (await list())[0]?.deliveries).toHaveLength(1)
    const rows = async () => (await dump(environment)).filter((row) => row.includes(record.email))
    const erased = await request<{ erased: Record<string, number> }>(
      'DELETE',
      `/v1/prospects/${record.prospect}`,
    )
    expect(erased.body.erased).toMatchObject({ notices: 1 })
    expect(await rows()).toEqual([])
    expect((await list())[0]).toMatchObject({ state: 'on', deliveries: [] })
  })

  test(
    'killed while it tells, it tells after the next start, under the same id',
    async () => {
      const record = await completed()
      await create('/killed', 'visit.started')
      // Hangs, so that the kill comes in the middle.
      answer = () => {}
      const batch = batchOf(record)
      await send(service, batch)
      await receiver.whenReceived(1)
      await service.stop('SIGKILL')
      answer = (_request, response) => response.writeHead(200).end()
      service = await started()
      await send(service, batch)
      const requests = await receiver.whenReceived(2)
      for (const each of requests) verified(each)
      await expect.poll(async () => (await list())[0]?.deliveries[0]?.status, { timeout: 20_000 }).toBe(200)
      expect(idsOf(receiver.received).size).toBe(1)
    },
    timeoutMs,
  )

  test.each([
    [{ url: 'ftp://example.com', events: ['visit.started'] }, 40005, 'url'],
    [{ url: 'https://user:pass@example.com/', events: ['visit.started'] }, 40005, 'url'],
    [{ url: 7, events: ['visit.started'] }, 40001, 'url'],
    [{ url: 'https://example.com/' }, 40001, 'events'],
    [{ url: 'https://example.com/', events: [] }, 40001, 'events'],
    [{ url: 'https://example.com/', events: ['visit.ended'] }, 40001, 'must be one of visit.started'],
  ])('%j is refused by name', async (body, code, message) => {
    expect(expectError(await request('POST', '/v1/webhooks', body), code)).toContain(message)
  })

  test('an organization has 20 at most, and only its own', async () => {
    const body = { url: `${receiver.url}/many`, events: ['goal.reached', 'goal.reached'] }
    const headers = { 'idempotency-key': 'webhook' }
    const ids = new Set<string>()
    for (let at = 0; at < 20; at++)
      ids.add((await request<Made>('POST', '/v1/webhooks', body, headers)).body.id)
    // A key is not taken: a secret is not kept to be answered again.
    expect(ids.size).toBe(20)
    expect(expectError(await request('POST', '/v1/webhooks', body), 40001)).toContain('20 webhooks')
    const [id] = ids
    const asOther = (method: string, path: string) =>
      service.request<{ webhooks: Listed[] }>(method, path, { token: 'another-of-the-webhooks' })
    expect((await asOther('GET', '/v1/webhooks')).body.webhooks).toEqual([])
    for (const [method, path] of [
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['DELETE', `/v1/webhooks/${unknownId}`],
    ] as const)
      expectError(await asOther(method, path), 40400)
    expect((await list())[0]?.events).toEqual(['goal.reached'])
  })

  if (database.name === 'PostgreSQL')
    test(
      'two replicas tell of each visit once',
      async () => {
        const record = await completed()
        await create('/twice', 'visit.started')
        await using beside = await started()
        const batches = Array.from({ length: 30 }, () => batchOf(record))
        // Each batch comes to both, as if its answer had been lost.
        await Promise.all([send(service, ...batches), send(beside, ...batches)])
        await receiver.whenReceived(30)
        await whenQuiet(record)
        expect(receiver.received).toHaveLength(31)
        expect(idsOf(receiver.received).size).toBe(31)
      },
      timeoutMs,
    )
})
