import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Arrival } from '../../../service/events/apply-arrivals.ts'
import { encodeArrivals } from '../../../service/events/arrival-codec.ts'
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
import { insertRecord, type LocalService, startLocal, token } from './records.ts'

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

  test('a batch may come as application/json too', async () => {
    const record = await newRecord()
    const answer = await post(service, batchOf(record, { events: [view(1)] }), {
      'content-type': 'application/json',
    })
    expect(answer.status).toBe(204)
    expect((await resultsOf(service, record)).visits).toBe(1)
  })

  test('a visit without events is known', async () => {
    const record = await newRecord()
    await send(service, batchOf(record))
    expect(await resultsOf(service, record)).toMatchObject({ visits: 1, lost: 0 })
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

    test('are one event even within one batch', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { events: [click(1), click(1), duration(2, 10), duration(2, 70)] }))
      expect(await itemsOf(service, record)).toEqual(['hero 0/0', 'cta 1/1', 'pricing 1/1 70 ms ~70'])
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

    test('is nothing when the highest number is left out', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { events: [view(1), click(2)] }))
      expect((await resultsOf(service, record)).lost).toBe(0)
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

    test('indexes that the record does not have say nothing', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { report: report({ applied: [0, 3, 4000], refused: [2] }) }))
      const { report: items } = await resultsOf(service, record)
      expect(items.map(({ applied, refused }) => [applied, refused])).toEqual([
        [1, 0],
        [0, 0],
        [0, 1],
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

    test('are never in the future', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { sent: 10, events: [view(1, { at: 9_000_000_000 })] }))
      const line = await (await ask(service, `/results/content/${record.id}/events`)).text()
      expect(Date.parse((JSON.parse(line) as { date: string }).date)).toBeLessThanOrEqual(Date.now())
    })
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
    const list = await ask(service, `/results/content?id=${record.id}`)
    expect(await list.json()).toMatchObject({
      records: [{ dropped: { unknown_item: 1, wrong_type: 2, too_long: 1 } }],
    })
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

    test.each([{ last: 2 ** 31 - 1 }, { events: [view(2 ** 31 - 1)] }])(
      'no visit has lost more than its numbers: %j',
      async (values) => {
        const record = await newRecord()
        await send(service, batchOf(record, values))
        expect((await resultsOf(service, record)).lost).toBeLessThanOrEqual(1000)
      },
    )

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
      const arrive = async (count: number, arrivedAt: number) => {
        const arrivals = Array.from({ length: count }, () => ({
          batch: batchOf(record, { events: [view(1), click(2)] }),
          ...{ arrivedAt, robot: false },
        }))
        await keep(service, arrivals)
        return resultsOf(service, record)
      }
      expect(await arrive(990, now - hourMs)).toMatchObject({ visits: 990 })
      const known = batchOf(record, { events: [view(1)] })
      await keep(service, [{ batch: known, arrivedAt: now - hourMs / 2, robot: false }])
      expect(await droppedBy('too_many_visits', () => arrive(20, now - 1))).toBe(22)
      expect(await resultsOf(service, record)).toMatchObject({ visits: 1000 })
      await send(service, { ...known, events: [click(2)] })
      expect((await resultsOf(service, record)).items[1]).toMatchObject({ events: 1000 })
      expect(await arrive(1, now)).toMatchObject({ visits: 1001 })
    })

    test('sums stay numbers, however much is added', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { events: [duration(1, 10)] }))
      expect((await resultsOf(service, record)).days).toMatchObject([{ ms: 10 }])
      const ms = Number.MAX_SAFE_INTEGER
      await service.service.db.updateTable('tally_day').set({ ms }).where('content', '=', record.id).execute()
      await send(service, batchOf(record, { events: [duration(1, 10)] }))
      expect(await resultsOf(service, record)).toMatchObject({ visits: 2, days: [{ ms }] })
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
      .select(['robot', 'counted'])
      .where('content', 'in', [record.id, testRecord.id])
      .orderBy('robot', 'desc')
      .execute()
    expect(visits).toEqual([
      { robot: true, counted: false },
      { robot: false, counted: false },
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

  describe('what is deleted', () => {
    test('takes its events along and takes no more of them', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { events: [view(1), click(2)] }))
      expect(await deleteRecord(service, record)).toBe(204)
      expect((await post(service, batchOf(record, { events: [view(1)] }))).status).toBe(404)
      expect(await rowsOf(service, record)).toBe(0)
    })

    test('stays deleted while batches come', async () => {
      const record = await newRecord()
      await send(service, batchOf(record, { events: [view(1)] }))
      const batches = () =>
        Array.from({ length: 30 }, () => post(service, batchOf(record, { events: [view(1)] })))
      const before = batches()
      const deleted = deleteRecord(service, record)
      const answers = await Promise.all([...before, ...batches()])
      expect(await deleted).toBe(204)
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
      await stall.query('BEGIN; LOCK TABLE arrival')
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

  describe('what was kept by a process that is gone', () => {
    test('is in the results, once, and leaves', async () => {
      const record = await newRecord()
      const batch = batchOf(record, { last: 2, events: [view(1), click(2)] })
      await keep(service, [{ batch, arrivedAt: Date.now(), robot: false }])
      await keep(service, [{ batch, arrivedAt: Date.now(), robot: false }])
      await send(service, batch)
      expect(await itemsOf(service, record)).toEqual(['hero 1/1', 'cta 1/1', 'pricing 0/0'])
      expect(await service.service.db.selectFrom('arrival').selectAll().execute()).toEqual([])
    })

    test('is set aside where it can never be written, however much of it, and holds nothing back', async () => {
      const { db } = service.service
      const record = await newRecord()
      const broken = () => ({
        ...{ arrivedAt: Date.now(), robot: false },
        batch: batchOf(record, { visit: '\0'.repeat(22), events: [view(1)] }),
      })
      const sound = { ...broken(), batch: batchOf(record, { events: [view(1)] }) }
      const rows = Array.from({ length: 70 }, (_, number) => ({
        ...{ writer: '!first', number, batches: encodeArrivals([broken()]) },
      }))
      await db.insertInto('arrival').values(rows).execute()
      await db.insertInto('arrival').values({ writer: '!text', number: 1, batches: 'no JSON' }).execute()
      await keep(service, [broken(), sound])
      await send(service, batchOf(record, { events: [view(1)] }))
      expect(await itemsOf(service, record)).toContain('hero 2/2')
      expect(await db.selectFrom('arrival').selectAll().execute()).toEqual([])
      const aside = db.selectFrom('arrival_aside').select(['content', 'writer'])
      expect(await aside.where('content', '=', record.id).execute()).toHaveLength(71)
      expect(await aside.where('content', 'is', null).execute()).toEqual([{ content: null, writer: '!text' }])
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      expect(metrics).toMatch(/^motif_batches_set_aside_total 72$/m)
      await deleteRecord(service, record)
      expect(await aside.where('content', '=', record.id).execute()).toEqual([])
    })

    test('stays where a later release has to write it, and so does what that one wrote', async () => {
      const { db } = service.service
      const [record, other] = [await newRecord(), await newRecord()]
      const batch = batchOf(record, { events: [view(1)] })
      await send(service, batch, batchOf(other, { events: [view(1)] }))
      await service.service.flushEvents()
      const of = (table: 'visit' | 'tally', { id }: { id: string }) =>
        db.selectFrom(table).select('state').where('content', '=', id).executeTakeFirstOrThrow()
      const later = '["v3","what nobody knows yet"]'
      await db.updateTable('visit').set({ state: later }).where('content', '=', record.id).execute()
      await db.updateTable('tally').set({ state: later }).where('content', '=', other.id).execute()
      await db.insertInto('arrival').values({ writer: '!later', number: 1, batches: later }).execute()
      const third = await newRecord()
      await send(
        service,
        { ...batch, events: [click(2)] },
        batchOf(other),
        batchOf(third, { events: [view(1)] }),
      )
      expect(await itemsOf(service, third)).toContain('hero 1/1')
      expect([(await of('visit', record)).state, (await of('tally', other)).state]).toEqual([later, later])
      const stays = await db.deleteFrom('arrival').returning('writer').execute()
      expect(stays.filter(({ writer }) => writer === '!later')).toHaveLength(1)
      expect(stays.length).toBeGreaterThan(1)
      expect((await ask(service, `/results/content/${other.id}`)).status).toBe(503)
    })
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
})

async function deleteRecord({ url }: LocalService, { id }: { id: string }): Promise<number> {
  const answer = await fetch(`${url}/v1/content/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status
}

async function rowsOf({ service }: LocalService, { id }: { id: string }): Promise<number> {
  const counts = await Promise.all(
    (['visit', 'event', 'tally', 'tally_day'] as const).map((table) =>
      service.db.selectFrom(table).select('content').where('content', '=', id).execute(),
    ),
  )
  return counts.flat().length
}

/** Keeps arrivals as a process does that is then killed. */
async function keep({ service: { db } }: LocalService, arrivals: Arrival[]): Promise<void> {
  const batches = encodeArrivals(arrivals)
  await db.insertInto('arrival').values({ writer: newVisitName(), number: 1, batches }).execute()
}

async function droppedFigures(service: LocalService) {
  const text = await (await ask(service, '/metrics', '')).text()
  return (reason: string) =>
    Number(new RegExp(`motif_events_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1])
}
