import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dayOf,
  dropEventDays,
  eventDays,
  openEventDay,
  openEventDays,
} from '../../../service/events/event-days-sql.ts'
import { readEverything, writeEverything } from '../../../service/maintenance/transfer.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { ask, batchOf, click, duration, newVisitName, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal } from './records.ts'

const dayMs = 24 * 60 * 60 * 1000

forEachDatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  /** Moves what a record has to another day, as if it had arrived then. */
  async function moveTo({ id }: { id: string }, day: string): Promise<void> {
    const { db } = service.service
    await openEventDay(db, day)
    for (const table of ['visit', 'event'] as const)
      await db.updateTable(table).set({ day }).where('content', '=', id).execute()
  }

  test('old events go, a day at a time, and results stay', async () => {
    const { db } = service.service
    const record = await insertRecord(db)
    await send(service, batchOf(record, { last: 4, events: [view(1), click(2), duration(3, 3000)] }))
    const before = await resultsOf(service, record)
    await service.service.maintain(Date.now() + 399 * dayMs)
    expect(await linesOf(service, record)).toBe(3)
    await service.service.maintain(Date.now() + 401 * dayMs)
    expect(await linesOf(service, record)).toBe(0)
    const after = await resultsOf(service, record)
    const [, , pricing] = after.items
    expect(pricing?.medianMs).toBeGreaterThan(3000 * 0.97)
    expect(pricing?.medianMs).toBeLessThan(3000 * 1.03)
    const withoutMedian = ({ items, ...rest }: typeof after) => ({
      ...rest,
      items: items.map(({ medianMs, ...item }) => item),
    })
    expect(withoutMedian(after)).toEqual(withoutMedian(before))
  })

  test('what a page sends again changes nothing, also once its day was dropped', async () => {
    const { db } = service.service
    const record = await insertRecord(db)
    const batch = batchOf(record, { last: 3, events: [view(1), click(2), duration(3, 3000)] })
    await send(service, batch)
    await moveTo(record, '2020-02-28')
    await service.service.maintain(Date.now())
    expect(await linesOf(service, record)).toBe(0)
    const before = await resultsOf(service, record)
    await send(service, batch)
    expect(await resultsOf(service, record)).toEqual(before)
    await send(service, { ...batch, last: 4, events: [...batch.events, click(4)] })
    expect((await resultsOf(service, record)).days).toMatchObject([{ views: 1, clicks: 2, ms: 3000 }])
  })

  test('a goal that was reached on a day that was dropped stays reached when a later visit turns out to be a machine', async () => {
    const { db } = service.service
    const clickItems = ['cta', 'menu', 'footer'].map((id) => ({ id, selector: id, type: 'click' as const }))
    const record = await insertRecord(db, { analytics: clickItems })
    await db.updateTable('content').set({ goal: 'menu' }).where('id', '=', record.id).execute()
    const clicked = (at: number) =>
      clickItems.map(({ id }, n) => click(n + 1, { item: id, at: at * (n + 1) }))
    await send(service, batchOf(record, { sent: 60_000, last: 3, events: clicked(5000) }))
    const timesOf = () =>
      db
        .selectFrom('tally')
        .select(['first_visit', 'last_visit', 'reached', 'reached_at'])
        .where('content', '=', record.id)
        .executeTakeFirstOrThrow()
    const before = await timesOf()
    expect(before).toMatchObject({ reached: true })
    await moveTo(record, '2020-02-28')
    await service.service.maintain(Date.now())
    await db.deleteFrom('visit').where('content', '=', record.id).execute()
    const visit = newVisitName()
    const [first, ...rest] = clicked(100)
    await send(service, batchOf(record, { visit, input: true, last: 3, events: first ? [first] : [] }))
    expect((await resultsOf(service, record)).visits).toBe(2)
    await send(service, batchOf(record, { visit, input: true, last: 3, events: rest }))
    expect((await resultsOf(service, record)).visits).toBe(1)
    expect(await timesOf()).toEqual(before)
  })

  test('where there is an archive, a day goes only once it is empty, and one that was taken apart comes back', async () => {
    const { db, store } = service.service
    const record = await insertRecord(db)
    await send(service, batchOf(record, { events: [view(1), click(2)] }))
    await moveTo(record, '2020-02-28')
    await openEventDay(db, '2020-02-27')
    expect(await dropEventDays(store, '2020-03-01', 'empty')).toBe(1)
    expect((await eventDays(db))[0]).toBe('2020-02-28')
    await sql`ALTER TABLE event DETACH PARTITION event_20200228`.execute(db)
    expect(await linesOf(service, record)).toBe(0)
    expect(await dropEventDays(store, '2020-03-01', 'empty')).toBe(0)
    expect(await linesOf(service, record)).toBe(2)
    await send(service, batchOf(record, { events: [view(1)] }))
    expect(await dropEventDays(store, '2020-03-01')).toBe(1)
  })

  test('events of a day that is long gone move along to another database', async () => {
    const { db } = service.service
    const record = await insertRecord(db)
    await send(service, batchOf(record, { events: [view(1), click(2)] }))
    await moveTo(record, '2020-02-29')
    await using other = await startLocal(await database.create())
    await writeEverything(other.service.db, readEverything(db))
    const moved = await other.service.db
      .selectFrom('event')
      .select('day')
      .where('content', '=', record.id)
      .execute()
    expect(moved).toEqual([{ day: '2020-02-29' }, { day: '2020-02-29' }])
    expect(await resultsOf(other, record)).toEqual(await resultsOf(service, record))
  })

  test('there is a place for the week to come, and a day without one is made when events arrive', async () => {
    const { db } = service.service
    await Promise.all([openEventDays(db), openEventDays(db), openEventDays(db)])
    const days = await eventDays(db)
    for (let ahead = 0; ahead <= 7; ahead++) expect(days).toContain(dayOf(Date.now() + ahead * dayMs))
    await service.service.maintain(Date.now() + 500 * dayMs)
    const record = await insertRecord(db)
    await send(service, batchOf(record, { events: [view(1)] }))
    expect(await linesOf(service, record)).toBe(1)
  })
})

async function linesOf(service: LocalService, { id }: { id: string }): Promise<number> {
  const text = await (await ask(service, `/results/content/${id}/events`)).text()
  return text.split('\n').length - 1
}
