import { describe, expect, test } from 'vitest'
import { encodeArrivals } from '../../../service/events/arrival-codec.ts'
import type { Arrival } from '../../../service/events/changes.ts'
import type { AnalyticsItem } from '../../../wire/record.ts'
import type { TestDatabase } from '../../support/databases.ts'
import { ask, batchOf, click, itemsOf, newVisitName, post, resultsOf, send, view } from './batch.ts'
import { analyticsItems, insertRecord, type LocalService, token } from './records.ts'

const [analyticsItem] = analyticsItems as [AnalyticsItem]

/** What the collector keeps: nothing of what is deleted, all of what it answered for, whoever wrote it. */
export function collectorKeeps(database: TestDatabase, service: () => LocalService) {
  const newRecord = (values = {}) => insertRecord(service().service.db, values)

  describe('what is deleted', () => {
    test('takes its events along and takes no more of them', async () => {
      const record = await newRecord()
      await send(service(), batchOf(record, { events: [view(1), click(2)] }))
      expect(await deleteRecord(service(), record)).toBe(204)
      expect((await post(service(), batchOf(record, { events: [view(1)] }))).status).toBe(404)
      expect(await rowsOf(service(), record)).toBe(0)
    })

    test('stays deleted while batches come', async () => {
      const record = await newRecord()
      await send(service(), batchOf(record, { events: [view(1)] }))
      const batches = () =>
        Array.from({ length: 30 }, () => post(service(), batchOf(record, { events: [view(1)] })))
      const before = batches()
      const deleted = deleteRecord(service(), record)
      const answers = await Promise.all([...before, ...batches()])
      expect(await deleted).toBe(204)
      for (const { status } of answers) expect([204, 404]).toContain(status)
      expect((await post(service(), batchOf(record))).status).toBe(404)
      expect(await rowsOf(service(), record)).toBe(0)
    })
  })

  test.runIf(database.name === 'PostgreSQL')(
    'while the database stalls, memory is bounded: 503 with Retry-After, and nothing counts twice',
    async () => {
      const record = await newRecord()
      const stall = await service().service.pool.connect()
      await stall.query('BEGIN; LOCK TABLE arrival')
      const padding = { note: 'x'.repeat(64_000) }
      const batches = Array.from({ length: 600 }, () => batchOf(record, { events: [view(1)] }))
      const answers = batches.map((batch) => post(service(), { ...batch, ...padding }))
      const refused = await Promise.any(
        answers.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject())),
      )
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('access-control-allow-origin')).toBe('*')
      await stall.query('ROLLBACK')
      stall.release()
      await Promise.all(answers)
      await Promise.all(batches.map((batch) => send(service(), batch)))
      expect(await resultsOf(service(), record)).toMatchObject({ visits: 600, days: [{ views: 600 }] })
    },
    120_000,
  )

  test('of more records than are remembered at once, every event counts', async () => {
    const more = Array.from({ length: 20_000 }, (_, at) => ({ ...analyticsItem, id: `more-${at}` }))
    const analytics = [analyticsItem, ...more]
    const records = await Promise.all(Array.from({ length: 7 }, () => newRecord({ analytics })))
    const rounds = 5
    for (let round = 0; round < rounds; round++)
      await Promise.all(records.map((record) => send(service(), batchOf(record, { events: [view(1)] }))))
    for (const record of records)
      expect(await resultsOf(service(), record)).toMatchObject({ visits: rounds, days: [{ views: rounds }] })
  })

  describe('what was kept by a process that is gone', () => {
    test('is in the results, once, and leaves', async () => {
      const record = await newRecord()
      const batch = batchOf(record, { last: 2, events: [view(1), click(2)] })
      await keep(service(), [{ batch, arrivedAt: Date.now(), robot: false }])
      await keep(service(), [{ batch, arrivedAt: Date.now(), robot: false }])
      await send(service(), batch)
      expect(await itemsOf(service(), record)).toEqual(['hero 1/1', 'cta 1/1', 'pricing 0/0'])
      expect(await service().service.db.selectFrom('arrival').selectAll().execute()).toEqual([])
    })

    test('is set aside where it can never be written, however much of it, and holds nothing back', async () => {
      const { db } = service().service
      const record = await newRecord()
      const broken = () => ({
        arrivedAt: Date.now(),
        robot: false,
        batch: batchOf(record, { visit: '\0'.repeat(22), events: [view(1)] }),
      })
      const sound = { ...broken(), batch: batchOf(record, { events: [view(1)] }) }
      const rows = Array.from({ length: 70 }, (_, number) => ({
        writer: '!first',
        number,
        batches: encodeArrivals([broken()]),
      }))
      await db.insertInto('arrival').values(rows).execute()
      await db.insertInto('arrival').values({ writer: '!text', number: 1, batches: 'no JSON' }).execute()
      await keep(service(), [broken(), sound])
      await send(service(), batchOf(record, { events: [view(1)] }))
      expect(await itemsOf(service(), record)).toContain('hero 2/2')
      expect(await db.selectFrom('arrival').selectAll().execute()).toEqual([])
      const aside = db.selectFrom('arrival_aside').select(['content', 'writer'])
      expect(await aside.where('content', '=', record.id).execute()).toHaveLength(71)
      expect(await aside.where('content', 'is', null).execute()).toEqual([{ content: null, writer: '!text' }])
      const metrics = await (await fetch(`${service().url}/metrics`)).text()
      expect(metrics).toMatch(/^motif_batches_set_aside_total 72$/m)
      await deleteRecord(service(), record)
      expect(await aside.where('content', '=', record.id).execute()).toEqual([])
    })

    test('stays where a later release has to write it, and so does what that one wrote', async () => {
      const { db } = service().service
      const [record, other] = [await newRecord(), await newRecord()]
      const batch = batchOf(record, { events: [view(1)] })
      await send(service(), batch, batchOf(other, { events: [view(1)] }))
      await service().service.flushEvents()
      const of = (table: 'visit' | 'tally', { id }: { id: string }) =>
        db.selectFrom(table).select('state').where('content', '=', id).executeTakeFirstOrThrow()
      const later = '["v3","what nobody knows yet"]'
      await db.updateTable('visit').set({ state: later }).where('content', '=', record.id).execute()
      await db.updateTable('tally').set({ state: later }).where('content', '=', other.id).execute()
      await db.insertInto('arrival').values({ writer: '!later', number: 1, batches: later }).execute()
      const third = await newRecord()
      await send(
        service(),
        { ...batch, events: [click(2)] },
        batchOf(other),
        batchOf(third, { events: [view(1)] }),
      )
      expect(await itemsOf(service(), third)).toContain('hero 1/1')
      expect([(await of('visit', record)).state, (await of('tally', other)).state]).toEqual([later, later])
      const stays = await db.deleteFrom('arrival').returning('writer').execute()
      expect(stays.filter(({ writer }) => writer === '!later')).toHaveLength(1)
      expect(stays.length).toBeGreaterThan(1)
      expect((await ask(service(), `/results/content/${other.id}`)).status).toBe(503)
    })
  })
}

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
export async function keep({ service: { db } }: LocalService, arrivals: Arrival[]): Promise<void> {
  const batches = encodeArrivals(arrivals)
  await db.insertInto('arrival').values({ writer: newVisitName(), number: 1, batches }).execute()
}
