import { expect, test } from 'vitest'
import { batchOf, send } from '../events/batch.ts'
import { type HookTests, idsOf } from './hooks.ts'

/** What is told of webhooks whose receiver fails, or whose service runs twice. */
export const webhooksInTrouble: HookTests = (hooks, answerWith, database) => {
  test('what fails is sent again with the same id and body, and a receiver that stays dead is switched off', async () => {
    const record = await hooks().completed()
    await hooks().create('/dead', 'visit.started')
    answerWith((_request, response, count) => {
      if (count === 1) response.writeHead(500).end()
      else if (count === 2) response.writeHead(302, { location: '/elsewhere' }).end()
      else response.destroy()
    })
    await send(hooks().service, batchOf(record))
    await expect.poll(async () => (await hooks().list())[0]?.state).toBe('off')
    const requests = hooks().receiver.received
    expect(requests.map(({ path }) => path)).toEqual(Array(3).fill('/dead'))
    for (const each of requests) hooks().verified(each)
    expect(idsOf(requests).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    const [off] = await hooks().list()
    expect(off?.deliveries).toEqual([
      {
        id: [...idsOf(requests)][0],
        at: expect.any(String),
        event: 'visit.started',
        error: expect.any(String),
      },
    ])
    await expect.poll(() => hooks().service.output()).toContain('webhook switched off')
    expect(hooks().service.output()).not.toContain(record.email)
    // Nothing more is kept for it, until a test arrives: that switches it on.
    await hooks().create('/alive', 'visit.started')
    answerWith((_request, response) => response.writeHead(200).end())
    await hooks().whenQuiet(record)
    expect(hooks().receiver.received.filter(({ path }) => path === '/dead')).toHaveLength(3)
    await hooks().request('POST', `/v1/webhooks/${off?.id}/test`)
    await expect.poll(async () => (await hooks().list())[0]?.state).toBe('on')
    await send(hooks().service, batchOf(record))
    await expect.poll(() => hooks().receiver.received.filter(({ path }) => path === '/dead').length).toBe(5)
  })

  test('410 switches it off at once, and what hangs holds up nobody else', async () => {
    const record = await hooks().completed()
    await hooks().create('/gone', 'visit.started')
    await hooks().create('/hangs', 'visit.started')
    await hooks().create('/sound', 'visit.started')
    answerWith(({ path }, response) => {
      if (path !== '/hangs') response.writeHead(path === '/gone' ? 410 : 200).end()
    })
    for (let visits = 0; visits < 3; visits++) await send(hooks().service, batchOf(record))
    await expect.poll(() => hooks().receiver.received.filter(({ path }) => path === '/sound').length).toBe(3)
    await expect
      .poll(async () => (await hooks().list()).map(({ state }) => state))
      .toEqual(['off', 'on', 'on'])
  })

  if (database.name === 'PostgreSQL')
    test('two replicas tell of each visit once', async () => {
      const record = await hooks().completed()
      await hooks().create('/twice', 'visit.started')
      await using beside = await hooks().start()
      const batches = Array.from({ length: 30 }, () => batchOf(record))
      // Each batch comes to both, as if its answer had been lost.
      await Promise.all([send(hooks().service, ...batches), send(beside, ...batches)])
      await hooks().receiver.whenReceived(30)
      await hooks().whenQuiet(record)
      expect(hooks().receiver.received).toHaveLength(31)
      expect(idsOf(hooks().receiver.received).size).toBe(31)
    })
}
