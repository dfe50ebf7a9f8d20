import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'
import { ask } from './batch.ts'
import { type ExpectedResults, makeLoad, sendLoad } from './load.ts'
import { insertRecord, startLocal, type TestRecord } from './records.ts'

const events = 500
const recordCount = 5

forEachDatabase((database) => {
  test(`${events} events, sent twice each by 32 clients in random order, count once each, whatever is killed`, async () => {
    const environment = await database.create()
    const records = await prepareRecords(environment)
    const load = makeLoad(records, events)
    const killAt = Math.floor(load.batches.length / 2)
    let service = startService(environment)
    await sendLoad(
      load.batches,
      () => service,
      (answered) => {
        if (answered !== killAt) return
        service = service.then(async (running) => {
          await running.stop('SIGKILL')
          return startService(environment)
        })
      },
    )
    await using running = await service
    expect(await resultsOf(running, records)).toEqual(load.expected)
  }, 900_000)
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
    const exported = await (await ask(service, `/results/content/${id}/events`)).text()
    const counted = sum(body.items, (item) => item.events)
    expect(exported.trimEnd().split('\n').length).toBe(counted)
    expect(body.lost).toBe(0)
    expect(sum(body.days, (day) => day.visits)).toBe(body.visits)
    expect(sum(body.days, (day) => day.ms)).toBe(ms)
    results.set(id, { visits: body.visits, events: counted, ms })
  }
  return results
}
