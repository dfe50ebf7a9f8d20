import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'
import { type ExpectedResults, makeLoad, sendLoad } from './load.ts'
import { insertRecord, startLocal, type TestRecord } from './records.ts'

/** `npm run test:long -- events` has 200,000 events, without a kill and with five; a part of them says the same in seconds. */
const events = Number(process.env.TEST_EVENTS ?? 500)
const killsOfRuns = (process.env.TEST_KILLS ?? '1').split(',').map(Number)
const recordCount = Math.min(20, events / 100)
const timeoutMs = 180_000 + events * 5

forEachDatabase((database) => {
  test.each(killsOfRuns)(
    `${events} events, sent twice each by 32 clients in random order, count once each, whatever the kills: %i`,
    async (kills) => {
      const environment = await database.create()
      const records = await prepareRecords(environment)
      const load = makeLoad(records, events)
      const killAt = Array.from({ length: kills }, (_, at) =>
        Math.floor((load.batches.length * (at + 1)) / (kills + 1)),
      )
      let service = startService(environment)
      await sendLoad(
        load.batches,
        () => service,
        (answered) => {
          if (answered !== killAt[0]) return
          killAt.shift()
          service = service.then(async (running) => {
            await running.stop('SIGKILL')
            return startService(environment)
          })
        },
      )
      await using running = await service
      expect(killAt).toEqual([])
      expect(await resultsOf(running, records)).toEqual(load.expected)
    },
    timeoutMs,
  )

  test.runIf(database.name === 'PostgreSQL')(
    'so they do when they come to several replicas',
    async () => {
      const environment = await database.create()
      const records = await prepareRecords(environment)
      const load = makeLoad(records, events)
      await using first = await startService(environment)
      await using second = await startService(environment)
      await using third = await startService(environment)
      const replicas = [first, second, third]
      let turn = 0
      await sendLoad(load.batches, async () => replicas[turn++ % replicas.length] as Service)
      expect(await resultsOf(third, records)).toEqual(load.expected)
    },
    timeoutMs,
  )
})

async function prepareRecords(environment: Record<string, string>): Promise<TestRecord[]> {
  await using local = await startLocal(environment)
  const records: TestRecord[] = []
  while (records.length < recordCount) records.push(await insertRecord(local.service.db))
  return records
}

interface Answered {
  visits: number
  lost: number
  items: { type: string; visits: number; events: number; ms: number }[]
  days: { visits: number; views: number; clicks: number; ms: number }[]
}

/** Visits, events and milliseconds of the records, after a look at whether all figures of each say the same. */
async function resultsOf(service: Service, records: TestRecord[]): Promise<Map<string, ExpectedResults>> {
  const results = new Map<string, ExpectedResults>()
  for (const { id } of records) {
    const { body } = await service.request<Answered>('GET', `/results/content/${id}`)
    const sum = <T>(list: T[], of: (each: T) => number) => list.reduce((total, each) => total + of(each), 0)
    const ms = sum(body.items, (item) => item.ms)
    const exported = await service.request<string>('GET', `/results/content/${id}/events?format=csv`)
    const counted = sum(body.items, (item) => item.events)
    expect(exported.body.trimEnd().split('\r\n').length - 1).toBe(counted)
    expect(body.lost).toBe(0)
    expect(sum(body.days, (day) => day.visits)).toBe(body.visits)
    expect(sum(body.days, (day) => day.ms)).toBe(ms)
    results.set(id, { visits: body.visits, events: counted, ms })
  }
  return results
}
