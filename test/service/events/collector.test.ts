import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import {
  ask,
  batchOf,
  click,
  duration,
  itemsOf,
  newVisitName,
  post,
  report,
  resultsOf,
  send,
  view,
} from './batch.ts'
import { collectorKeeps } from './collector-keeps.ts'
import { collectorLimits } from './collector-limits.ts'
import { insertRecord, type LocalService, startLocal } from './records.ts'

forEachDatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const newRecord = (values = {}) => insertRecord(service.service.db, values)

  test('a batch that is answered 204 is in the results', async () => {
    const record = await newRecord()
    const answer = await post(service, {
      ...batchOf(record, { last: 4, report: report({ applied: [0, 1], missing: [2] }) }),
      events: [view(1), click(2), duration(3, 2900)],
    })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    const day = new Date().toISOString().slice(0, 10)
    expect(await resultsOf(service, record)).toEqual({
      content: record.id,
      pattern: record.pattern,
      visits: 1,
      machines: 0,
      unsure: 0,
      lost: 1,
      items: [
        { id: 'hero', selector: '#hero', type: 'view', visits: 1, events: 1, ms: 0, medianMs: 0 },
        { id: 'cta', selector: '.cta', type: 'click', visits: 1, events: 1, ms: 0, medianMs: 0 },
        {
          id: 'pricing',
          selector: '#pricing',
          type: 'duration',
          visits: 1,
          events: 1,
          ms: 2900,
          medianMs: 2900,
        },
      ],
      report: [
        { index: 0, selector: '#hero h1', type: 'text', applied: 1, missing: 0, refused: 0, contested: 0 },
        { index: 1, selector: '#hero img', type: 'src', applied: 1, missing: 0, refused: 0, contested: 0 },
        { index: 2, selector: '#hero .lead', type: 'html', applied: 0, missing: 1, refused: 0, contested: 0 },
      ],
      days: [{ day, visits: 1, views: 1, clicks: 1, ms: 2900 }],
    })
  })

  describe('the same events again', () => {
    test('change nothing, in any order and with different company', async () => {
      const record = await newRecord()
      const visit = newVisitName()
      const first = batchOf(record, { visit, last: 2, events: [view(1), click(2)] })
      const second = batchOf(record, {
        visit,
        sent: 9000,
        last: 4,
        events: [click(2), duration(3, 800), click(4)],
      })
      await send(service, second, first, second, first)
      expect(await itemsOf(service, record)).toEqual(['hero 1/1', 'cta 1/2', 'pricing 1/1 800 ms ~800'])
      expect(await resultsOf(service, record)).toMatchObject({ visits: 1, lost: 0 })
    })

    test('change nothing when they come at the same time', async () => {
      const record = await newRecord()
      const batch = batchOf(record, { last: 3, events: [view(1), click(2), duration(3, 1200)] })
      const answers = await Promise.all(Array.from({ length: 40 }, () => post(service, batch)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
      expect(await itemsOf(service, record)).toEqual(['hero 1/1', 'cta 1/1', 'pricing 1/1 1200 ms ~1200'])
      expect((await resultsOf(service, record)).days).toMatchObject([
        { visits: 1, views: 1, clicks: 1, ms: 1200 },
      ])
    })

    test('keep what came first, whatever a number is given to later', async () => {
      const record = await newRecord()
      const visit = newVisitName()
      await send(
        service,
        batchOf(record, { visit, events: [view(1)] }),
        batchOf(record, { visit, events: [click(1), duration(1, 500)] }),
      )
      expect(await itemsOf(service, record)).toEqual(['hero 1/1', 'cta 0/0', 'pricing 0/0'])
    })
  })

  test('of a duration the largest total stands', async () => {
    const record = await newRecord()
    const visit = newVisitName()
    for (const ms of [900, 2900, 1500, 2900])
      await send(service, batchOf(record, { visit, events: [duration(1, ms)] }))
    expect(await itemsOf(service, record)).toEqual(['hero 0/0', 'cta 0/0', 'pricing 1/1 2900 ms ~2900'])
    expect((await resultsOf(service, record)).days).toMatchObject([{ ms: 2900 }])
  })

  test('the median is that of the visits', async () => {
    const record = await newRecord()
    for (const ms of [1000, 5000, 2000]) await send(service, batchOf(record, { events: [duration(1, ms)] }))
    expect(await itemsOf(service, record)).toContain('pricing 3/3 8000 ms ~2000')
    await send(service, batchOf(record, { events: [duration(1, 4001)] }))
    expect(await itemsOf(service, record)).toContain('pricing 4/4 12001 ms ~3001')
  })

  describe('what is lost', () => {
    test('is the highest number given out less those received, over the visits', async () => {
      const record = await newRecord()
      const visit = newVisitName()
      await send(
        service,
        batchOf(record, { visit, last: 9, events: [click(2), click(5)] }),
        batchOf(record, { last: 3, events: [click(3)] }),
      )
      expect((await resultsOf(service, record)).lost).toBe(9)
      await send(service, batchOf(record, { visit, last: 4, events: [click(1)] }))
      expect((await resultsOf(service, record)).lost).toBe(8)
    })

    test('is not what was dropped', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { last: 2, events: [view(1, { item: 'gone' }), click(2)] }))
      expect((await resultsOf(service, record)).lost).toBe(0)
    })
  })

  describe('of the reports of a visit', () => {
    test('the latest by when it was sent stands', async () => {
      const record = await newRecord()
      const visit = newVisitName()
      await send(
        service,
        batchOf(record, { visit, sent: 9000, report: report({ applied: [0, 2], contested: [1] }) }),
        batchOf(record, { visit, sent: 6000, report: report({ missing: [0, 1, 2] }) }),
      )
      const counts = (await resultsOf(service, record)).report.map(
        ({ applied, missing, refused, contested }) => [applied, missing, refused, contested],
      )
      expect(counts).toEqual([
        [1, 0, 0, 0],
        [0, 0, 0, 1],
        [1, 0, 0, 0],
      ])
    })
  })

  describe('dates', () => {
    test('are those of arrival, less what the page says has passed since', async () => {
      const record = await newRecord()
      const dayMs = 24 * 60 * 60 * 1000
      const before = Date.now()
      await send(
        service,
        batchOf(record, { sent: 2 * dayMs, events: [view(1, { at: 0 }), click(2, { at: dayMs })] }),
      )
      const dayAt = (ago: number) => new Date(before - ago * dayMs).toISOString().slice(0, 10)
      expect((await resultsOf(service, record)).days).toEqual([
        { day: dayAt(2), visits: 1, views: 1, clicks: 0, ms: 0 },
        { day: dayAt(1), visits: 0, views: 0, clicks: 1, ms: 0 },
      ])
    })
  })

  test('robots and test prospects are stored and left out of results', async () => {
    const [record, testRecord] = [await newRecord(), await newRecord({ test: true })]
    const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    const events = [view(1), click(2), duration(3, 500)]
    const asRobot = await post(service, batchOf(record, { last: 9, events }), { 'user-agent': googlebot })
    const forTest = await post(
      service,
      batchOf(testRecord, { last: 9, events, report: report({ applied: [0] }) }),
    )
    expect([asRobot.status, forTest.status]).toEqual([204, 204])
    for (const each of [record, testRecord]) {
      const results = await resultsOf(service, each)
      expect(results).toMatchObject({ visits: 0, lost: 0, days: [] })
      expect(results.items.map(({ events, visits, ms }) => events + visits + ms)).toEqual([0, 0, 0])
      expect(results.report.map(({ applied }) => applied)).toEqual([0, 0, 0])
      expect(await (await ask(service, `/results/content/${each.id}/events`)).text()).toBe('')
    }
    const visits = await service.service.db
      .selectFrom('visit')
      .select(['kind', 'why', 'counted'])
      .where('content', 'in', [record.id, testRecord.id])
      .orderBy('kind')
      .execute()
    expect(visits).toEqual([
      { kind: 'machine', why: 'robot', counted: false },
      { kind: 'person', why: 'older-script', counted: false },
    ])
  })

  test('a headless browser is a robot, unless it runs on the machine itself', async () => {
    const record = await newRecord()
    const headless =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0'
    await post(service, batchOf(record), { 'user-agent': headless })
    await post(service, batchOf(record), { 'user-agent': headless, 'x-forwarded-for': '203.0.113.7' })
    expect((await resultsOf(service, record)).visits).toBe(1)
  })

  test('only completed records take events, from the moment that they are', async () => {
    const record = await newRecord({ status: 'generating' })
    expect((await post(service, batchOf(record))).status).toBe(404)
    await service.service.db
      .updateTable('content')
      .set({ status: 'completed' })
      .where('id', '=', record.id)
      .execute()
    expect((await post(service, batchOf(record))).status).toBe(204)
  })

  collectorLimits(() => service)
  collectorKeeps(database, () => service)
})
