import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'
import { ask } from './batch.ts'
import { type ExpectedResults, makeLoad, sendLoad } from './load.ts'
import { insertRecord, startLocal, type TestRecord } from './records.ts'

/** `npm run test:long -- events-kill` says more. */
const kills = Number(process.env.KILLS ?? 1)
const events = 500 * kills
const recordCount = 5

forEachDatabase((database) => {
  test(`${events} events, sent twice each by 32 clients in random order, count once each, whatever is killed`, async () => {
    const environment = await database.create()
    const records = await prepareRecords(environment)
    const load = makeLoad(records, events)
    const killEach = Math.floor(load.batches.length / (kills + 1))
    let service = startService(environment)
    await sendLoad(
      load.batches,
      () => service,
      (answered) => {
        if (answered % killEach !== 0 || answered / killEach > kills) return
        service = service.then(async (running) => {
          await running.stop('SIGKILL')
          return startService(environment)
        })
      },
    )
    await using running = await service
    expect(await resultsOf(running, records)).toEqual(load.expected)
    await running.stop()
    expect(await differingTallies(environment)).toEqual([])
  })
})

async function prepareRecords(environment: Record<string, string>): Promise<TestRecord[]> {
  await using local = await startLocal(environment)
  const records: TestRecord[] = []
  while (records.length < recordCount) records.push(await insertRecord(local.service.db))
  return records
}

/** The rows of tallies that are not what a count of all visits and events says. */
async function differingTallies(environment: Record<string, string>): Promise<object[]> {
  await using local = await startLocal(environment)
  const { rows } = await local.service.pool.query(`
    WITH counted AS (
      SELECT v.content, v.day, count(DISTINCT v.visit) AS visits, count(e.seq) FILTER (WHERE e.type = 'view') AS views,
        count(e.seq) FILTER (WHERE e.type = 'click') AS clicks, coalesce(sum(e.ms), 0) AS ms
      FROM visit v LEFT JOIN event e ON e.content = v.content AND e.visit = v.visit
      WHERE is_person(v) GROUP BY v.content, v.day
    ), tallied AS (
      SELECT content, arrived_on AS day, sum(visits) AS visits, sum(views) AS views, sum(clicks) AS clicks, sum(ms) AS ms
      FROM tally_day WHERE NOT stale GROUP BY content, arrived_on
    ), sums AS (
      SELECT content, sum(visits) AS visits, sum(views) AS views, sum(clicks) AS clicks, sum(ms) AS ms FROM counted
      GROUP BY content)
    SELECT * FROM counted c FULL JOIN tallied t USING (content, day)
    WHERE (c.visits, c.views, c.clicks, c.ms) IS DISTINCT FROM (t.visits, t.views, t.clicks, t.ms)
    UNION ALL
    SELECT content, NULL, s.visits, s.views, s.clicks, s.ms, t.visits, t.views, t.clicks, t.ms FROM sums s FULL JOIN tally t USING (content)
    WHERE (s.visits, s.views, s.clicks, s.ms) IS DISTINCT FROM (t.visits, t.views, t.clicks, t.ms)`)
  return rows
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
