import { describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../support/databases.ts'
import { batchOf, click, itemsOf, newVisitName, post, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService, token } from './records.ts'

/** What the collector keeps: nothing of what is deleted, all of what it answered for, whoever stores it. */
export function collectorKeeps(database: TestDatabase, service: () => LocalService) {
  const newRecord = (values = {}) => insertRecord(service().service.db, values)

  describe('what is deleted', () => {
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
      await stall.query('BEGIN; LOCK TABLE visit')
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

  test('of two processes that store batches of the same visits at once, each event counts once', async () => {
    const records = await Promise.all(Array.from({ length: 5 }, () => newRecord()))
    const batches = records.flatMap((record) => {
      const visit = newVisitName()
      return [1, 2, 3].map((seq) => batchOf(record, { visit, last: 3, events: [view(1), click(seq + 1)] }))
    })
    const arrivals = batches.map((batch) => ({ batch, arrivedAt: Date.now(), robot: false }))
    const { storeBatches } = service().service
    await Promise.all([
      ...batches.map((batch) => send(service(), batch)),
      storeBatches(arrivals),
      storeBatches(arrivals.toReversed()),
    ])
    for (const record of records)
      expect(await itemsOf(service(), record)).toEqual(['hero 1/1', 'cta 1/3', 'pricing 0/0'])
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
