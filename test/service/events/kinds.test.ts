import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordVisit } from '../../../service/events/results/operations.ts'
import { isHasty, isOfPerson, type VisitFacts } from '../../../service/events/visit-kind.ts'
import type { Batch } from '../../../wire/event.ts'
import { forADatabase } from '../../support/databases.ts'
import { ask, batchOf, click, duration, newVisitName, report, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from './records.ts'

describe('a visit', () => {
  test.each<[string, string, boolean]>([
    ['three items in a second', 'a 0 b 500 c 1000', true],
    ['three items in more', 'a 0 b 500 c 1001', false],
    ['two items, one of them often', 'a 0 b 100 a 200 b 300', false],
    ['three items in the second second, in any order', 'c 1900 x 0 a 1000 b 1500', true],
  ])('%s: %s is hasty: %s', (_, clicks, is) => {
    const read = [...clicks.matchAll(/(\w) (\d+)/g)].map(([, item = '', at]) => ({ item, at: Number(at) }))
    expect(isHasty(read)).toBe(is)
  })
})

forADatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const clickItems = ['cta', 'menu', 'footer'].map((id) => ({
    id,
    selector: `.${id}`,
    type: 'click' as const,
  }))
  const newRecord = () =>
    insertRecord(service.service.db, {
      analytics: [
        { id: 'hero', selector: '#hero', type: 'view' },
        { id: 'pricing', selector: '#pricing', type: 'duration' },
        ...clickItems,
      ],
    })
  test.each<[string, Partial<VisitFacts>, string]>([
    ['that says nothing yet', {}, 'unsure no-input'],
    ['with input', { input: true }, 'person input'],
    ['that was visible for 15 s', { visible: 15_000 }, 'person stayed'],
    ['that was visible for less', { visible: 14_999 }, 'unsure no-input'],
    ['of a robot, whatever it does', { robot: true, input: true, visible: 60_000 }, 'machine robot'],
    ['that clicks faster than a hand', { hasty: true, input: true }, 'machine hasty'],
  ])('a visit %s is told by its facts, here as in the database', async (_, said, verdict) => {
    const facts = { robot: false, hasty: false, input: false, visible: 0, ...said }
    const { rows } = await service.service.pool.query(
      `SELECT is_person(v) AS "isPerson", visit_kind(v) || ' ' || visit_why(v) AS verdict
       FROM json_populate_record(NULL::visit, $1) AS v`,
      [JSON.stringify({ ...facts, seen_minute: Math.floor(Date.now() / 60_000) })],
    )
    expect(rows).toEqual([{ isPerson: isOfPerson(facts), verdict }])
  })

  const visitsOf = async ({ id }: TestRecord) => {
    const { visits } = (await (await ask(service, `/results/content/${id}/visits`)).json()) as {
      visits: RecordVisit[]
    }
    return visits.map(({ kind, why, events }) => `${kind} ${why} ${events.length}`)
  }
  const countsOf = async (record: TestRecord) => {
    const { visits, machines, unsure, lost, items, report, days } = await resultsOf(service, record)
    return {
      visits,
      machines,
      unsure,
      lost,
      items: items.map((item) => [item.visits, item.events, item.ms].join('/')),
      report: report.map(({ applied, missing }) => `${applied}/${missing}`),
      days: days.map(({ visits, views, clicks, ms }) => `${visits} ${views} ${clicks} ${ms}`),
    }
  }
  const noFigures = {
    visits: 0,
    lost: 0,
    items: Array(5).fill('0/0/0'),
    report: Array(3).fill('0/0'),
    days: [],
  }

  /** A visit with some of everything, in three batches. None of them says that a person is there. */
  function quietVisit(record: TestRecord): Batch[] {
    const visit = newVisitName()
    const common = { visit, input: false, last: 3 }
    return [
      batchOf(record, {
        ...common,
        sent: 900,
        visible: 900,
        report: report({ applied: [0, 1], missing: [2] }),
      }),
      batchOf(record, {
        ...common,
        sent: 2000,
        visible: 2000,
        events: [view(1), duration(2, 700, { at: 1900 })],
      }),
      batchOf(record, { ...common, sent: 4000, visible: 4000, events: [duration(2, 2500, { at: 1900 })] }),
    ]
  }

  test('a visit counts with all that it did, once it is a person’s, and once', async () => {
    const record = await newRecord()
    const batches = quietVisit(record)
    await send(service, ...batches, ...batches)
    expect(await visitsOf(record)).toEqual(['unsure no-input 2'])
    expect(await countsOf(record)).toEqual({ ...noFigures, machines: 0, unsure: 1 })
    const { visit = '' } = batches[0] ?? {}
    await send(service, batchOf(record, { visit, sent: 5000, last: 3, input: true, visible: 5000 }))
    const counted = {
      visits: 1,
      machines: 0,
      unsure: 0,
      lost: 1,
      items: ['1/1/0', '1/1/2500', '0/0/0', '0/0/0', '0/0/0'],
      report: ['1/0', '1/0', '0/1'],
      days: ['1 1 0 2500'],
    }
    expect(await countsOf(record)).toEqual(counted)
    await send(service, ...batches)
    expect(await countsOf(record)).toEqual(counted)
    expect(await visitsOf(record)).toEqual(['person input 2'])
    const exported = await (await ask(service, `/results/content/${record.id}/events`)).text()
    expect(exported.trim().split('\n')).toHaveLength(2)
  })

  test('a person who then clicks fast stays one: nothing that was counted is taken back', async () => {
    const record = await newRecord()
    const visit = newVisitName()
    const clicks = clickItems.map(({ id }, at) => click(at + 1, { item: id, at: 3000 + 400 * at }))
    await send(service, batchOf(record, { visit, sent: 3000, input: true, events: clicks.slice(0, 1) }))
    await send(service, batchOf(record, { visit, sent: 3900, input: true, events: clicks.slice(1) }))
    expect(await visitsOf(record)).toEqual(['person input 3'])
    expect(await countsOf(record)).toMatchObject({ visits: 1, machines: 0, days: ['1 0 3 0'] })
  })

  test('clicks are hasty by the visit’s own clock, however late they arrive, and slow ones never', async () => {
    const first = Date.now() - 60_000
    const visitOf = async (apartMs: number, arriveApartMs: number) => {
      const record = await newRecord()
      const visit = newVisitName()
      for (const [at, { id: item }] of clickItems.entries()) {
        const atMs = 3000 + apartMs * at
        const events = [click(at + 1, { item, at: atMs })]
        const input = at === 2
        const batch = batchOf(record, { visit, sent: atMs, input, last: 3, events })
        const arrival = { batch, arrivedAt: first + arriveApartMs * at, robot: false }
        await service.service.storeBatches([arrival])
      }
      return { visits: await visitsOf(record), counts: await countsOf(record) }
    }
    const fast = await visitOf(400, 5000)
    expect(fast.visits).toEqual(['machine hasty 3'])
    expect(fast.counts).toEqual({ ...noFigures, machines: 1, unsure: 0 })
    const slow = await visitOf(2000, 10)
    expect(slow.visits).toEqual(['person input 3'])
    expect(slow.counts).toMatchObject({ visits: 1, machines: 0, days: ['1 0 3 0'] })
  })

  test('who is unsure for half an hour is told as a machine everywhere, and counts once a person shows', async () => {
    const [record, past] = [await newRecord(), await newRecord()]
    for (const each of [record, past]) await send(service, ...quietVisit(each))
    await sql`UPDATE visit SET seen_minute = seen_minute - 31 WHERE content = ${past.id}`.execute(
      service.service.db,
    )
    expect(await visitsOf(record)).toEqual(['unsure no-input 2'])
    expect(await visitsOf(past)).toEqual(['machine still 2'])
    expect(await countsOf(past)).toMatchObject({ visits: 0, unsure: 0, machines: 1 })
    const list = (await (await ask(service, `/results/content?id=${past.id}`)).json()) as {
      records: object[]
    }
    expect(list.records).toMatchObject([{ visits: 0, machines: 1, unsure: 0 }])
    const { rows } = await service.service.pool.query(
      `SELECT v.kind, v.why, r.machines, r.unsure FROM report.visits v JOIN report.records r ON r.id = v.record
       WHERE v.record = ANY ($1) ORDER BY v.kind`,
      [[record.id, past.id]],
    )
    expect(rows).toEqual([
      { kind: 'machine', why: 'still', machines: 1, unsure: 0 },
      { kind: 'unsure', why: 'no-input', machines: 0, unsure: 1 },
    ])
    const [{ visit }] = (
      await service.service.pool.query('SELECT visit FROM visit WHERE content = $1', [past.id])
    ).rows as [{ visit: string }]
    await send(service, batchOf(past, { visit, sent: 60_000, last: 2, input: true, visible: 60_000 }))
    expect(await visitsOf(past)).toEqual(['person input 2'])
    expect(await countsOf(past)).toMatchObject({ visits: 1, unsure: 0, machines: 0 })
  })
})
