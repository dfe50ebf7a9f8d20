import { expect, test } from 'vitest'
import type { Batch } from '../../../wire/event.ts'
import type { ReceivedRequest } from '../../support/local-server.ts'
import { batchOf, click, post, send } from '../events/batch.ts'
import { dump } from '../http/stored.ts'
import { expectError, unknownId } from '../http/support.ts'
import { idsOf, type Listed, type Made, otherToken, withHooks } from './hooks.ts'
import { webhooksInTrouble } from './webhooks-in-trouble.ts'

withHooks((hooks, answerWith, database) => {
  test('a visit is told once, with whom it is, and the goal when it is reached first', async () => {
    const record = await hooks().completed()
    const byTest = await hooks().completed({ test: true })
    await hooks().create('/crm', 'visit.started', 'goal.reached')
    const batch: Batch = batchOf(record, { input: true, visible: 900 })
    await send(hooks().service, batchOf(byTest, { events: [click(1)], last: 1 }))
    const robot = await post(hooks().service, batchOf(record), { 'user-agent': 'Googlebot/2.1' })
    expect(robot.status).toBe(204)
    // Nothing is told of who may be a machine; of the other one, once a person shows.
    const quiet = { input: false, visible: 900, events: [click(1)], last: 1 }
    await send(hooks().service, batchOf(record, quiet), { ...batch, ...quiet, events: [], last: 0 })
    await send(hooks().service, batch, batch)
    const [first] = await hooks().receiver.whenReceived(1)
    const notice = hooks().verified(first as ReceivedRequest)
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
    await send(hooks().service, goal, goal)
    const requests = await hooks().receiver.whenReceived(2)
    const reached = hooks().verified(requests[1] as ReceivedRequest)
    expect(reached).toMatchObject({
      type: 'goal.reached',
      data: { ...known, at: reached.timestamp, goal: 'cta' },
    })
    const again = batchOf(record, { events: [click(1)], last: 1 })
    await send(hooks().service, again)
    await hooks().whenQuiet(record)
    await hooks().receiver.whenReceived(4)
    const [begun, goalOf, ...later] = hooks().receiver.received.map((each) => hooks().verified(each))
    const told = [begun, goalOf, ...later.sort((one) => (one.data.visit === again.visit ? -1 : 1))]
    // Messages may come in another order than what they tell of.
    expect(told.map((each) => `${each?.type} ${each?.data.visit}`)).toEqual([
      `visit.started ${batch.visit}`,
      `goal.reached ${batch.visit}`,
      `visit.started ${again.visit}`,
      expect.stringMatching(/^visit.started /),
    ])
    expect(idsOf(hooks().receiver.received).size).toBe(4)
  })

  test('who looks after a person is told, and what else a list says of them, so that a CRM finds its own record', async () => {
    await hooks().create('/owned', 'visit.started')
    const facts = {
      contact_owner: 'Tom Reed',
      record_id: '007',
      link: 'of the CRM',
      list: { of: ['Spring', 1] },
    }
    const record = await hooks().completed({ facts })
    await send(hooks().service, batchOf(record))
    const [told] = await hooks().receiver.whenReceived(1)
    const { data } = hooks().verified(told as ReceivedRequest)
    expect(data).toMatchObject({ name: 'Jane Doe', company: 'Acme', owner: 'Tom Reed' })
    expect(data.additional).toEqual(facts)
  })

  test('a campaign is told once its list is completed, and each record of it', async () => {
    await hooks().create('/lists', 'campaign.completed', 'content.completed')
    const wanted = { name: 'Spring', template: 'launch', language: 'en' }
    const { id } = (await hooks().request<{ id: string }>('POST', '/v1/campaigns', wanted)).body
    const put = (text: string) =>
      hooks().request('POST', `/v1/campaigns/${id}/people`, text, { 'content-type': 'text/csv' })
    const people = Array.from({ length: 40 }, (_, at) => `person-${at}@list.example`)
    expect((await put(`email\n${people.join('\n')}\nnobody\n`)).status).toBe(202)
    const requests = await hooks().receiver.whenReceived(41)
    const told = requests.map((each) => hooks().verified(each))
    const done = told.filter(({ type }) => type === 'campaign.completed')
    expect(done).toHaveLength(1)
    expect(done[0]?.data).toEqual({
      at: done[0]?.timestamp,
      campaign: id,
      campaignName: 'Spring',
      template: 'launch',
      language: 'en',
      people: 40,
      completed: 40,
      problems: 1,
    })
    const [record] = told.filter(({ type }) => type === 'content.completed')
    expect((await hooks().request<unknown[]>('GET', `/v1/content/${record?.data.id}`)).body).toEqual([
      record?.data,
    ])
    expect((await put('email\nc@list.example\n')).status).toBe(202)
    const more = (await hooks().receiver.whenReceived(43)).slice(41).map((each) => hooks().verified(each))
    expect(more.map(({ type }) => type).sort()).toEqual(['campaign.completed', 'content.completed'])
    expect(more.find(({ type }) => type === 'campaign.completed')?.data).toMatchObject({ people: 41 })
    // Of a campaign's person, the campaign is told too.
    await hooks().create('/visits', 'visit.started')
    await send(hooks().service, batchOf(record?.data as { pattern: string }))
    const visit = hooks().verified((await hooks().receiver.whenReceived(44))[43] as ReceivedRequest)
    expect(visit.data).toMatchObject({ campaign: id, campaignName: 'Spring' })
  })

  test('the button sends a test at once and once, and the list says what was answered', async () => {
    const id = await hooks().create('/test', 'goal.reached')
    answerWith((_request, response, count) => response.writeHead(count === 1 ? 204 : 500).end())
    const tested = await hooks().request<{ id: string }>('POST', `/v1/webhooks/${id}/test`)
    expect(tested.status).toBe(202)
    const [sent] = await hooks().receiver.whenReceived(1)
    expect(sent?.headers['webhook-id']).toBe(tested.body.id)
    const { type, data } = hooks().verified(sent as ReceivedRequest)
    expect({ type, data }).toEqual({ type: 'webhook.test', data: { webhook: id, at: expect.any(String) } })
    await hooks().request('POST', `/v1/webhooks/${id}/test`)
    await expect.poll(async () => (await hooks().list())[0]?.deliveries).toHaveLength(2)
    const [listed] = await hooks().list()
    expect(listed).toMatchObject({
      id,
      url: `${hooks().receiver.url}/test`,
      events: ['goal.reached'],
      state: 'on',
      deliveries: [
        { event: 'webhook.test', status: 500, error: 'HTTP 500' },
        { id: tested.body.id, event: 'webhook.test', status: 204 },
      ],
    })
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect(hooks().receiver.received).toHaveLength(2)
  })

  test.each([
    ['a word', 'text/plain', 'no_text', 'no_text'],
    ['JSON', 'application/problem+json', '{\n  "title": "no text"\n}', '{ "title": "no text" }'],
    [
      'a page',
      'text/html',
      '<!doctype html><title>400</title><style>p > a { }</style><h1>Bad\u202e\n\tRequest</h1><script>"<b>"</script><hr>nginx',
      'Bad Request nginx',
    ],
  ])(
    'the list shows what the receiver answered in one line, here of %s',
    async (_name, type, body, shown) => {
      const id = await hooks().create('/slack', 'goal.reached')
      answerWith((_request, response) => response.writeHead(400, { 'content-type': type }).end(body))
      await hooks().request('POST', `/v1/webhooks/${id}/test`)
      await expect.poll(async () => (await hooks().list())[0]?.deliveries).toHaveLength(1)
      const [delivery] = (await hooks().list())[0]?.deliveries ?? []
      expect(delivery).toMatchObject({ status: 400, error: 'HTTP 400' })
      expect(delivery?.answer).toBe(shown)
      if (shown) expect(hooks().service.output()).not.toContain(shown)
    },
  )

  test('of an erased person nothing is told any more, and nothing of the notices stays', async () => {
    const record = await hooks().completed()
    await hooks().create('/erased', 'visit.started')
    answerWith((_request, response) => response.writeHead(503, { 'retry-after': '7200' }).end())
    await send(hooks().service, batchOf(record))
    await expect.poll(async () => (await hooks().list())[0]?.deliveries).toHaveLength(1)
    const rows = async () => (await dump(hooks().environment)).filter((row) => row.includes(record.email))
    const erased = await hooks().request<{ erased: Record<string, number> }>(
      'DELETE',
      `/v1/prospects/${record.prospect}`,
    )
    expect(erased.body.erased).toMatchObject({ notices: 1 })
    expect(await rows()).toEqual([])
    expect((await hooks().list())[0]).toMatchObject({ state: 'on', deliveries: [] })
  })

  test.each([
    [{ url: 'ftp://example.com', events: ['visit.started'] }, 40005, 'url'],
    [{ url: 'https://user:pass@example.com/', events: ['visit.started'] }, 40005, 'url'],
    [{ url: 7, events: ['visit.started'] }, 40001, 'url'],
    [{ url: 'https://example.com/' }, 40001, 'events'],
    [{ url: 'https://example.com/', events: [] }, 40001, 'events'],
    [{ url: 'https://example.com/', events: ['visit.ended'] }, 40001, 'must be one of visit.started'],
  ])('%j is refused by name', async (body, code, message) => {
    expect(expectError(await hooks().request('POST', '/v1/webhooks', body), code)).toContain(message)
  })

  test('an organization has 20 at most, and only its own', async () => {
    const body = { url: `${hooks().receiver.url}/many`, events: ['goal.reached', 'goal.reached'] }
    const headers = { 'idempotency-key': 'webhook' }
    const ids = new Set<string>()
    const made = Array.from({ length: 40 }, () =>
      hooks().request<Made>('POST', '/v1/webhooks', body, headers),
    )
    for (const { status, body } of await Promise.all(made)) if (status === 200) ids.add(body.id)
    // A key is not taken: a secret is not kept to be answered again.
    expect(ids.size).toBe(20)
    expect(await hooks().list()).toHaveLength(20)
    expect(expectError(await hooks().request('POST', '/v1/webhooks', body), 40001)).toContain('20 webhooks')
    const [id] = ids
    const asOther = (method: string, path: string) =>
      hooks().service.request<{ webhooks: Listed[] }>(method, path, { token: otherToken })
    expect((await asOther('GET', '/v1/webhooks')).body.webhooks).toEqual([])
    for (const [method, path] of [
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['DELETE', `/v1/webhooks/${unknownId}`],
    ] as const)
      expectError(await asOther(method, path), 40400)
    expect((await hooks().list())[0]?.events).toEqual(['goal.reached'])
  })

  webhooksInTrouble(hooks, answerWith, database)
})
