import { describe, expect, test } from 'vitest'
import type { AnalyticsItem } from '../../../wire/record.ts'
import type { TestDatabase } from '../../support/databases.ts'
import { batchOf, click, itemsOf, newVisitName, post, resultsOf, send, view } from './batch.ts'
import { analyticsItems, insertRecord, type LocalService, token } from './records.ts'

const [analyticsItem] = analyticsItems as [AnalyticsItem]

/** What the collector keeps: nothing of what is deleted, all of what it answered for, whoever stores it. */
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

  // On the one connection of the embedded database the prepared statements can be asked for their plans.
  test.runIf(database.name === 'PGlite').each([
    ['events-tallies', `('{a}', '{b}')`, 'tally_pkey'],
    ['events-visits', `('{a}', '{b}', '{c}')`, 'visit_pkey'],
  ])(
    '%s finds its rows by their key, in a plan that is made while there are few',
    async (name, values, key) => {
      await send(service(), batchOf(await newRecord(), { events: [view(1)] }))
      const client = await service().service.pool.connect()
      await client.query('SET plan_cache_mode = force_generic_plan')
      const { rows } = await client.query(`EXPLAIN EXECUTE "${name}" ${values}`)
      await client.query('RESET plan_cache_mode')
      client.release()
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(new RegExp(`using ${key} on \\w+.*\\n *Index Cond: \\(?\\(content = b.content\\)`))
    },
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
