import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Batch } from '../../../wire/event.ts'
import { forADatabase } from '../../support/databases.ts'
import { countStatements, createDatabase, emptyDatabase } from '../../support/postgres.ts'
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
import { insertRecord, type LocalService, startLocal, type TestRecord, token } from './records.ts'

forADatabase((database) => {
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
    const other = await newRecord()
    await send(service, batchOf(other, { sent: 200_000, events: [duration(1, 123_456)] }))
    expect(await itemsOf(service, other)).toContain('pricing 1/1 123456 ms ~123500')
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
    const { rows } = await service.service.pool.query(
      'SELECT record, kind, why, counted FROM report.visits WHERE record = ANY ($1)',
      [[record.id, testRecord.id]],
    )
    expect(rows).toEqual([{ record: record.id, kind: 'machine', why: 'robot', counted: false }])
  })

  test('a headless browser is a robot, unless it runs on the machine itself, and one that a program drives is', async () => {
    const record = await newRecord()
    const headless =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0'
    await post(service, batchOf(record), { 'user-agent': headless })
    await post(service, batchOf(record), { 'user-agent': headless, 'x-forwarded-for': '203.0.113.7' })
    await send(service, batchOf(record, { webdriver: true, input: true, visible: 60_000 }))
    expect(await resultsOf(service, record)).toMatchObject({ visits: 1, machines: 2 })
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

  test('a bad event is dropped alone, and counted by its reason, once', async () => {
    const record = await newRecord()
    const before = await droppedFigures(service)
    const batch = batchOf(record, {
      last: 6,
      events: [
        view(1),
        view(2, { item: 'unknown' }),
        view(3, { item: 'cta' }),
        { ...view(4), type: 'hover' } as never,
        duration(5, 5231),
        click(6),
      ],
    })
    await send(service, batch, batch)
    const after = await droppedFigures(service)
    expect(after('unknown_item') - before('unknown_item')).toBe(1)
    expect(after('wrong_type') - before('wrong_type')).toBe(2)
    expect(after('too_long') - before('too_long')).toBe(1)
    expect(await itemsOf(service, record)).toEqual(['hero 1/1', 'cta 1/1', 'pricing 0/0'])
  })

  describe('nothing that a page sends grows without bound', () => {
    const hourMs = 3_600_000
    const yearMs = 365 * 24 * hourMs
    const droppedBy = async (reason: string, act: () => Promise<unknown>) => {
      const before = await droppedFigures(service)
      await act()
      const after = await droppedFigures(service)
      return after(reason) - before(reason)
    }

    test('a visit has 1,000 numbers', async () => {
      const record = await newRecord()
      const visit = newVisitName()
      const sendAll = async () => {
        for (let first = 1; first <= 1200; first += 200) {
          const events = Array.from({ length: 200 }, (_, at) => click(first + at))
          await send(service, batchOf(record, { visit, last: first + 199, events }))
        }
      }
      expect(await droppedBy('too_many_numbers', sendAll)).toBe(200)
      expect(await itemsOf(service, record)).toContain('cta 1/1000')
      expect((await resultsOf(service, record)).lost).toBe(0)
    })

    test('a visit has 64 durations', async () => {
      const record = await newRecord()
      const events = Array.from({ length: 100 }, (_, at) => duration(at + 1, 10))
      const batch = batchOf(record, { last: 100, events })
      expect(await droppedBy('too_many_durations', () => send(service, batch, batch))).toBe(36)
      expect(await itemsOf(service, record)).toContain('pricing 1/64 640 ms ~10')
      expect((await resultsOf(service, record)).lost).toBe(0)
    })

    test('nothing was seen for longer than its record is there, and an hour', async () => {
      const record = await newRecord()
      const told = (ms: number) => batchOf(record, { sent: yearMs, events: [duration(1, ms)] })
      expect(await droppedBy('too_long', () => send(service, told(yearMs), told(hourMs + 60_000)))).toBe(2)
      const batch = told(hourMs)
      const grown = { ...batch, events: [duration(1, yearMs)] }
      await send(service, batch, grown)
      expect(await itemsOf(service, record)).toContain(`pricing 1/1 ${hourMs} ms ~${hourMs}`)
    })

    test('1,000 visits of a record begin in an hour, and more in the next one', async () => {
      const record = await newRecord()
      const now = Date.now()
      const arrivalAt = (arrivedAt: number) => ({
        batch: batchOf(record, { events: [view(1), click(2)] }),
        arrivedAt,
        robot: false,
      })
      const arrive = async (count: number, arrivedAt: number) => {
        const arrivals = Array.from({ length: count }, () => arrivalAt(arrivedAt))
        await service.service.storeBatches(arrivals)
        return resultsOf(service, record)
      }
      expect(await arrive(990, now - hourMs)).toMatchObject({ visits: 990 })
      const known = batchOf(record, { events: [view(1)] })
      await service.service.storeBatches([{ batch: known, arrivedAt: now - hourMs / 2, robot: false }])
      const before = await resultsOf(service, record)
      const { dropped } = await service.service.storeBatches(
        Array.from({ length: 20 }, () => arrivalAt(now - 1)),
      )
      expect(before).toMatchObject({ visits: 991 })
      expect(dropped).toEqual(new Map([['too_many_visits', 22]]))
      expect(await resultsOf(service, record)).toMatchObject({ visits: 1000 })
      await send(service, { ...known, events: [click(2)] })
      expect((await resultsOf(service, record)).items[1]).toMatchObject({ events: 1000 })
      expect(await arrive(1, now)).toMatchObject({ visits: 1001 })
    })
  })

  describe('what is deleted', () => {
    test('stays deleted while batches come', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { events: [view(1)] }))
      const batches = () =>
        Array.from({ length: 30 }, () => post(service, batchOf(record, { events: [view(1)] })))
      const before = batches()
      const deleted = ask(service, `/v1/content/${record.id}`, token, 'DELETE')
      const answers = await Promise.all([...before, ...batches()])
      expect((await deleted).status).toBe(204)
      for (const { status } of answers) expect([204, 404]).toContain(status)
      expect((await post(service, batchOf(record))).status).toBe(404)
      expect(await rowsOf(service, record)).toBe(0)
    })
  })

  test.runIf(database.name === 'PostgreSQL')(
    'while the database stalls, memory is bounded: 503 with Retry-After, and nothing counts twice',
    async () => {
      const record = await newRecord()
      const stall = await service.service.pool.connect()
      await stall.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE visit')
      const padding = { note: 'x'.repeat(64_000) }
      const batches = Array.from({ length: 600 }, () => batchOf(record, { events: [view(1)] }))
      const answers = batches.map((batch) => post(service, { ...batch, ...padding }))
      const refused = await Promise.any(
        answers.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject())),
      )
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('access-control-allow-origin')).toBe('*')
      await stall.query('ROLLBACK')
      stall.release()
      await Promise.all(answers)
      await Promise.all(batches.map((batch) => send(service, batch)))
      expect(await resultsOf(service, record)).toMatchObject({ visits: 600, days: [{ views: 600 }] })
    },
    120_000,
  )

  test('of two processes that store batches of the same visits at once, each event counts once', async () => {
    const records = await Promise.all(Array.from({ length: 5 }, () => newRecord()))
    const batches = records.flatMap((record) => {
      const visit = newVisitName()
      return [1, 2, 3].map((seq) => batchOf(record, { visit, last: 3, events: [view(1), click(seq + 1)] }))
    })
    const arrivals = batches.map((batch) => ({ batch, arrivedAt: Date.now(), robot: false }))
    const { storeBatches } = service.service
    await Promise.all([
      ...batches.map((batch) => send(service, batch)),
      storeBatches(arrivals),
      storeBatches(arrivals.toReversed()),
    ])
    for (const record of records)
      expect(await itemsOf(service, record)).toEqual(['hero 1/1', 'cta 1/3', 'pricing 0/0'])
  })
})

async function rowsOf({ service }: LocalService, { id }: { id: string }): Promise<number> {
  const counts = await Promise.all(
    ['visit', 'event', 'tally', 'tally_day'].map((table) =>
      sql`SELECT FROM ${sql.table(table)} WHERE content = ${id}`.execute(service.db),
    ),
  )
  return counts.flatMap(({ rows }) => rows).length
}

/** What was dropped so far. */
async function droppedFigures(service: LocalService) {
  const text = await (await ask(service, '/metrics', '')).text()
  return (reason: string) =>
    Number(new RegExp(`motif_events_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1])
}

test.skipIf(!inject('postgres'))(
  'a group of batches, judged visits among them, is five statements, and twice a second one more',
  async () => {
    const DATABASE_URL = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    await using local = await startLocal({ DATABASE_URL })
    const records: TestRecord[] = []
    while (records.length < 8) records.push(await insertRecord(local.service.db))
    const batches = records.map((record) => batchOf(record, { input: false, last: 1, events: [view(1)] }))
    const store = (group: Batch[]) =>
      local.service.storeBatches(group.map((batch) => ({ batch, arrivedAt: Date.now(), robot: false })))
    await store(batches)
    const before = await countStatements(DATABASE_URL)
    await store(batches.map((batch) => ({ ...batch, sent: 9000, last: 2, input: true, events: [click(2)] })))
    // What webhooks want is known for half a second; counting takes two itself.
    expect((await countStatements(DATABASE_URL)) - before).toBeLessThanOrEqual(6 + 2)
  },
)
