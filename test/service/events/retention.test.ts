import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, eventDays, openEventDay, openEventDays } from '../../../service/events/event-days-sql.ts'
import { forADatabase } from '../../support/databases.ts'
import { ask, batchOf, click, duration, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal } from './records.ts'

const dayMs = 24 * 60 * 60 * 1000

forADatabase((database) => {
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
    await sql`UPDATE tally_day SET arrived_on = ${day} WHERE content = ${id}`.execute(db)
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
    expect(await resultsOf(service, record)).toEqual(before)
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
    expect(await resultsOf(service, record)).toEqual(before)
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
