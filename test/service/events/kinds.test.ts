import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Arrival } from '../../../service/events/apply-batch.ts'
import { burstsAmong, isHasty, judge, type Signs, stillAfterMs } from '../../../service/events/kinds.ts'
import { createNetworks } from '../../../service/events/networks.ts'
import type { RecordVisit } from '../../../service/events/results.ts'
import type { Batch } from '../../../wire/event.ts'
import { forEachDatabase } from '../../support/databases.ts'
import {
  ask,
  batchOf,
  browser,
  click,
  duration,
  newVisitName,
  post,
  report,
  resultsOf,
  send,
  view,
} from './batch.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from './records.ts'

describe('a visit', () => {
  const nothing: Signs = {
    before: undefined,
    isRobot: false,
    isHasty: false,
    isBurst: false,
    hasInput: false,
    visibleMs: 0,
    isOlder: false,
    ageMs: 0,
  }
  const unsure = { kind: 'unsure', why: 'no-input' } as const
  const person = { kind: 'person', why: 'stayed' } as const
  const burst = { kind: 'machine', why: 'burst' } as const

  test.each<[string, Partial<Signs>, string]>([
    ['that says nothing yet', {}, 'unsure no-input'],
    ['with input', { hasInput: true }, 'person input'],
    ['that was visible for 15 s', { visibleMs: 15_000 }, 'person stayed'],
    ['that was visible for less', { visibleMs: 14_999 }, 'unsure no-input'],
    ['of a script from before these fields', { isOlder: true }, 'person older-script'],
    ['of a robot, whatever it does', { isRobot: true, hasInput: true, visibleMs: 60_000 }, 'machine robot'],
    ['that clicks faster than a hand', { isHasty: true, hasInput: true }, 'machine hasty'],
    ['of a burst', { isBurst: true }, 'machine burst'],
    ['of a burst, that stays', { isBurst: true, visibleMs: 20_000 }, 'machine burst'],
    ['of a burst, with input', { isBurst: true, hasInput: true }, 'person input'],
    ['that was one of a burst and has input now', { before: burst, hasInput: true }, 'person input'],
    ['that was one of a burst and stays', { before: burst, visibleMs: 20_000 }, 'machine burst'],
    ['that is unsure for half an hour', { before: unsure, ageMs: stillAfterMs }, 'machine still'],
    ['that is unsure for less', { before: unsure, ageMs: stillAfterMs - 1 }, 'unsure no-input'],
    [
      'that has input after half an hour',
      { before: unsure, ageMs: stillAfterMs, hasInput: true },
      'machine still',
    ],
    ['whose first batch comes late', { ageMs: 0, hasInput: true, visibleMs: 40 * 60_000 }, 'person input'],
    ['of a person stays one in a burst', { before: person, isBurst: true }, 'person stayed'],
    ['of a person stays one by a robot’s name', { before: person, isRobot: true }, 'person stayed'],
    ['of a person that is too hasty', { before: person, isHasty: true }, 'machine hasty'],
    [
      'of a machine stays one',
      { before: { kind: 'machine', why: 'hasty' }, hasInput: true },
      'machine hasty',
    ],
  ])('%s', (_, signs, verdict) => {
    const { kind, why } = judge({ ...nothing, ...signs })
    expect(`${kind} ${why}`).toBe(verdict)
  })

  test.each<[string, [string, number][], boolean]>([
    [
      'three items in a second',
      [
        ['a', 0],
        ['b', 500],
        ['c', 1000],
      ],
      true,
    ],
    [
      'three items in more',
      [
        ['a', 0],
        ['b', 500],
        ['c', 1001],
      ],
      false,
    ],
    [
      'two items, one of them often',
      [
        ['a', 0],
        ['b', 100],
        ['a', 200],
        ['b', 300],
      ],
      false,
    ],
    [
      'three items in the second second, in any order',
      [
        ['c', 1900],
        ['x', 0],
        ['a', 1000],
        ['b', 1500],
      ],
      true,
    ],
  ])('%s: hasty is %s', (_, clicks, is) => {
    expect(isHasty(clicks.map(([item, at]) => ({ item, at })))).toBe(is)
  })

  test('five patterns of one organization within a minute are a burst, and all of them belong to it', () => {
    const visit = (pattern: string, seconds: number, organization = 'acme') => ({
      organization,
      pattern,
      visit: `${pattern}${seconds}`,
      began: seconds * 1000,
    })
    const burst = ['a', 'b', 'c', 'd', 'e'].map((pattern, at) => visit(pattern, at * 15))
    expect([...burstsAmong(burst)]).toEqual(burst)
    expect(burstsAmong(burst.slice(1)).size).toBe(0)
    expect(burstsAmong([...burst.slice(1), visit('b', 3), visit('c', 4)]).size).toBe(0)
    expect(burstsAmong([...burst.slice(1), visit('a', 76)]).size).toBe(0)
    expect(burstsAmong([...burst.slice(1), visit('a', 5, 'other')]).size).toBe(0)
    expect(burstsAmong([...burst, visit('f', 61)]).size).toBe(6)
  })
})

describe('the memory of networks', () => {
  const seen = (visit: string, began: number) => ({
    organization: 'acme',
    pattern: `pattern of ${visit}`,
    visit,
    began,
    isBurst: false,
  })

  test('knows a /24 and a /48 as one, and the machine’s own addresses as none', () => {
    const { nameOf } = createNetworks()
    expect(nameOf('203.0.113.7')).toBe(nameOf('203.0.113.250'))
    expect(nameOf('203.0.113.7')).not.toBe(nameOf('203.0.112.7'))
    expect(nameOf('2001:db8:1:2::7')).toBe(nameOf('2001:db8:1:ffff::1'))
    expect(nameOf('2001:db8:1:2::7')).not.toBe(nameOf('2001:db8:2:2::7'))
    expect(['127.0.0.1', '127.8.8.8', '::1', ''].map(nameOf)).toEqual(Array(4).fill(undefined))
    expect(nameOf('203.0.113.7')).not.toContain('203')
    expect(createNetworks().nameOf('203.0.113.7')).not.toBe(nameOf('203.0.113.7'))
  })

  test('lasts two minutes, and holds a few visits of many networks', () => {
    let now = 0
    const networks = createNetworks(() => now)
    for (let at = 0; at < 100; at++) networks.note('one', seen(`${at}`, at))
    expect(networks.visitsOf('one')).toHaveLength(32)
    networks.note('one', { ...seen('99', 99), isBurst: true })
    expect(networks.visitsOf('one').filter(({ isBurst }) => isBurst)).toHaveLength(1)
    networks.forget('one', seen('99', 99))
    expect(networks.visitsOf('one').at(-1)?.visit).toBe('98')
    for (let at = 0; at < 3000; at++) networks.note(`network ${at}`, seen('a', 0))
    expect(networks.visitsOf('one')).toEqual([])
    expect(networks.visitsOf('network 2999')).toHaveLength(1)
    now = 120_001
    expect(networks.visitsOf('network 2999')).toEqual([])
  })
})

forEachDatabase((database) => {
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
  const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': browser })
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

  test('who stays for 15 s counts, who leaves before does not', async () => {
    const record = await newRecord()
    for (const visible of [14_999, 15_000]) {
      const visit = newVisitName()
      await send(service, batchOf(record, { visit, sent: 800, input: false, visible: 800 }))
      await send(service, batchOf(record, { visit, sent: visible, visible }))
    }
    expect(await visitsOf(record)).toEqual(['unsure no-input 0', 'person stayed 0'])
    expect(await countsOf(record)).toMatchObject({ visits: 1, unsure: 1, machines: 0 })
  })

  test('a person who turns out to be hasty is taken back, and what others did stays', async () => {
    const record = await newRecord()
    const { id: content } = record
    await service.service.db.updateTable('content').set({ goal: 'cta' }).where('id', '=', content).execute()
    const [hasty, slow] = [newVisitName(), newVisitName()]
    const clicks = clickItems.map(({ id }, at) => click(at + 1, { item: id, at: 3000 + 400 * at }))
    const first = batchOf(record, {
      visit: hasty,
      sent: 3000,
      input: true,
      report: report({ missing: [0] }),
      events: clicks.slice(0, 1),
    })
    await send(service, first)
    expect(await countsOf(record)).toMatchObject({ visits: 1, days: ['1 0 1 0'] })
    await send(
      service,
      batchOf(record, { visit: slow, input: true, events: [view(1), click(2, { at: 5000 })] }),
    )
    const rest = batchOf(record, { visit: hasty, sent: 3900, events: clicks.slice(1) })
    await send(service, { ...rest, sent: 3850 })
    expect(await visitsOf(record)).toEqual(expect.arrayContaining(['machine hasty 3', 'person input 2']))
    const left = {
      visits: 1,
      machines: 1,
      items: ['1/1/0', '0/0/0', '1/1/0', '0/0/0', '0/0/0'],
      report: ['0/0', '0/0', '0/0'],
      days: ['1 1 1 0'],
    }
    expect(await countsOf(record)).toMatchObject(left)
    const tally = () =>
      service.service.db
        .selectFrom('tally')
        .selectAll()
        .where('content', '=', content)
        .executeTakeFirstOrThrow()
    expect(await tally()).toMatchObject({ reached: true, health: 'unknown' })
    const { began_at } = await service.service.db
      .selectFrom('visit')
      .select('began_at')
      .where('visit', '=', slow)
      .executeTakeFirstOrThrow()
    expect((await tally()).first_visit).toEqual(began_at)
    await send(service, first, rest)
    expect(await countsOf(record)).toMatchObject(left)
  })

  test('clicks are hasty by the visit’s own clock, however late they arrive, and slow ones never', async () => {
    const first = Date.now() - 60_000
    const visitOf = async (apartMs: number, arriveApartMs: number) => {
      const record = await newRecord()
      const visit = newVisitName()
      for (const [at, { id: item }] of clickItems.entries()) {
        const atMs = 3000 + apartMs * at
        const events = [click(at + 1, { item, at: atMs })]
        const batch = batchOf(record, { visit, sent: atMs, input: true, last: 3, events })
        const arrival = { batch, arrivedAt: first + arriveApartMs * at, robot: false }
        await service.service.storeBatches([arrival])
      }
      return visitsOf(record)
    }
    expect(await visitOf(400, 5000)).toEqual(['machine hasty 3'])
    expect(await visitOf(2000, 10)).toEqual(['person input 3'])
  })

  test('alone, a hasty visit leaves nothing', async () => {
    const record = await newRecord()
    const { id: content } = record
    await service.service.db.updateTable('content').set({ goal: 'menu' }).where('id', '=', content).execute()
    const visit = newVisitName()
    await send(
      service,
      batchOf(record, { visit, input: true, last: 9, events: [click(1), click(2, { item: 'menu' })] }),
    )
    await send(
      service,
      batchOf(record, { visit, input: true, last: 9, events: [click(3, { item: 'footer' })] }),
    )
    expect(await countsOf(record)).toEqual({ ...noFigures, machines: 1, unsure: 0 })
    const tally = await service.service.db
      .selectFrom('tally')
      .selectAll()
      .where('content', '=', content)
      .execute()
    expect(tally).toMatchObject([{ first_visit: null, last_visit: null, reached: false, reached_at: null }])
  })

  test('five patterns opened from one network within a minute, without input, are a machine’s', async () => {
    const records = await Promise.all(Array.from({ length: 7 }, newRecord))
    const open = (record: TestRecord, address: string, values: Partial<Batch> = {}) =>
      post(service, batchOf(record, { sent: 900, input: false, visible: 900, ...values }), from(address))
    const visit = newVisitName()
    for (const [at, record] of records.slice(0, 4).entries())
      await open(record, `198.51.100.${at}`, at === 0 ? { visit } : {})
    // Neither another network, nor the same pattern again, nor one with input or without the field makes five of four.
    await open(records[4] as TestRecord, '198.51.101.9')
    await open(records[0] as TestRecord, '198.51.100.9')
    await open(records[5] as TestRecord, '198.51.100.9', { input: true })
    await post(service, batchOf(records[6] as TestRecord), from('198.51.100.9'))
    const all = async () => (await Promise.all(records.map(visitsOf))).map((visits) => visits.join())
    expect(await all()).toEqual([
      'unsure no-input 0,unsure no-input 0',
      ...Array(4).fill('unsure no-input 0'),
      'person input 0',
      'person older-script 0',
    ])
    await open(records[4] as TestRecord, '198.51.100.9')
    expect(await all()).toEqual([
      'machine burst 0,machine burst 0',
      ...Array(3).fill('machine burst 0'),
      expect.stringMatching(/^(unsure no-input 0,machine burst 0|machine burst 0,unsure no-input 0)$/),
      'person input 0',
      'person older-script 0',
    ])
    expect(await countsOf(records[0] as TestRecord)).toEqual({ ...noFigures, machines: 2, unsure: 0 })
    await open(records[0] as TestRecord, '198.51.100.1', { visit, input: true })
    expect((await all())[0]).toContain('person input 0')
  })

  test('five colleagues who open their links at once are people as soon as they do something', async () => {
    const records = await Promise.all(Array.from({ length: 5 }, newRecord))
    const batches = records.map((record) => batchOf(record, { sent: 900, input: false, visible: 900 }))
    await Promise.all(batches.map((batch) => post(service, batch, from('192.0.2.7'))))
    for (const record of records) expect(await visitsOf(record)).toEqual(['machine burst 0'])
    for (const batch of batches)
      await post(service, { ...batch, sent: 2000, input: true, visible: 2000 }, from('192.0.2.7'))
    for (const record of records) expect(await countsOf(record)).toMatchObject({ visits: 1, machines: 0 })
  })

  test('who is unsure for half an hour is a machine, in every figure and for good', async () => {
    const record = await newRecord()
    const [batch] = quietVisit(record)
    const at = Date.now() - stillAfterMs
    const arrive = (arrivedAt: number, values: Partial<Batch> = {}): Arrival => ({
      batch: { ...(batch as Batch), ...values },
      arrivedAt,
      robot: false,
    })
    await service.service.storeBatches([arrive(at + 60_000)])
    expect(await visitsOf(record)).toEqual(['unsure no-input 0'])
    expect(await countsOf(record)).toMatchObject({ visits: 0, unsure: 1, machines: 0 })
    const past = await newRecord()
    await service.service.storeBatches([arrive(at - 1, { pattern: past.pattern })])
    expect(await visitsOf(past)).toEqual(['machine still 0'])
    expect(await countsOf(past)).toMatchObject({ visits: 0, unsure: 0, machines: 1 })
    await service.service.storeBatches([
      arrive(Date.now(), { pattern: past.pattern, input: true, sent: 5000 }),
    ])
    expect(await visitsOf(past)).toEqual(['machine still 0'])
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
  })
})
