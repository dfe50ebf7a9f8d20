import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { skippedCode } from '../../long/tests.ts'
import { type Cluster, findPrograms, startCluster } from './cluster.ts'
import { beginLoad, type Counts } from './load.ts'

/**
 * `npm run test:long -- failover`: a whole cluster on this machine, from the files of `deploy/cluster`, under load, while
 * its parts are killed in turn. Counts what was acknowledged and is not there, or is there twice, the longest time
 * without a write, requests of `/p` that failed, and writes that had to be sent again. Exit code 1 if anything was lost,
 * doubled or failed, or if writes were away for too long.
 */
const ways = {
  postgres: async (cluster: Cluster) => {
    const primary = (await cluster.primary()) ?? 0
    cluster.killPostgres(primary)
    // Its connections outlive it for a moment, in which Patroni still calls the node healthy.
    await cluster.untilOther(primary)
  },
  node: async (cluster: Cluster) => {
    const primary = (await cluster.primary()) ?? 0
    cluster.killMachine(primary)
    // A node that is back before its lease runs out would be the primary still.
    await cluster.untilOther(primary)
  },
  motif: async (cluster: Cluster, round: number) => cluster.kill('motif', round % 2),
  etcd: async (cluster: Cluster, round: number) => cluster.kill('etcd', round % 3),
} satisfies Record<string, (cluster: Cluster, round: number) => Promise<void>>

type Way = keyof typeof ways

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    ways: { type: 'string', default: Object.keys(ways).join(',') },
    people: { type: 'string', default: '2000' },
  },
})
const times = Number(values.times)
/** The longest time without a write, in seconds. */
const mostGap = 30

const { missing } = findPrograms()
if (missing.length > 0) {
  console.log(
    `not on this machine: ${missing.join(', ')} (Debian: patroni etcd-server haproxy nginx-light postgresql)`,
  )
  process.exit(skippedCode)
}
const faults: string[] = []
await using cluster = await startCluster()
const people = Number(values.people)
const records = await makeRecords(20)
const campaign = await beginImport(people)
for (const way of values.ways.split(',') as Way[]) await kill(way)
await countPeople(campaign, people)
for (const fault of faults) console.log(`FAULT: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

/** Does one thing so many times under load, and then counts. */
async function kill(way: Way): Promise<void> {
  const load = beginLoad({ ...cluster, patterns: records.map(({ pattern }) => pattern) })
  const gaps: number[] = []
  for (let round = 0; round < times; round++) {
    await wait(500)
    load.counts.longestGapMs = 0
    await ways[way](cluster, round)
    const acknowledged = load.counts.visits.size
    await cluster.recover()
    // Writes are back, and not only those of before.
    while (load.counts.visits.size < acknowledged + 5) await wait(20)
    const gap = load.counts.longestGapMs / 1000
    gaps.push(gap)
    console.log(`${way} ${round + 1}: ${gap.toFixed(1)} s without a write`)
  }
  await load.finish()
  for (const failure of load.counts.pageFailures) console.log(`${way}: /p failed: ${failure}`)
  await count(way, load.counts, gaps)
}

async function count(way: Way, counts: Counts, gaps: number[]): Promise<void> {
  const [stored = { visits: 0, events: 0, doubled: 0 }] = await cluster.query<{
    visits: number
    events: number
    doubled: number
  }>(`
    WITH of_visit AS (SELECT visit, count(*) AS events FROM report.events
      WHERE visit = ANY ('{${[...counts.visits].join(',')}}') GROUP BY visit)
    SELECT count(*)::int AS visits, coalesce(sum(events), 0)::int AS events,
      count(*) FILTER (WHERE events > 3)::int AS doubled FROM of_visit`)
  const [found = { prospects: 0, doubled: 0 }] = await cluster.query<{ prospects: number; doubled: number }>(`
    SELECT count(*) FILTER (WHERE id = ANY ('{${[...counts.prospects].join(',')}}'))::int AS prospects,
      (SELECT count(*) FROM (SELECT FROM prospect GROUP BY email_key HAVING count(*) > 1) AS twice)::int AS doubled
    FROM prospect`)
  const lost = counts.visits.size * 3 - stored.events + counts.prospects.size - found.prospects
  const doubled = stored.doubled + found.doubled
  const failures = counts.pageFailures
  const repeated = [...counts.repeated].map(([why, times]) => `${why} × ${times}`).join(', ')
  const longest = Math.max(...gaps)
  const acknowledged = counts.visits.size * 3 + counts.prospects.size
  console.log(
    `${way}, ${times} times: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, longest without a write ${longest.toFixed(1)} s, ${failures.length} of ${counts.pages} requests of /p failed, writes sent again: ${repeated || '0'}`,
  )
  if (lost !== 0) faults.push(`${way}: ${lost} lost`)
  if (doubled !== 0) faults.push(`${way}: ${doubled} doubled`)
  if (failures.length > 0)
    faults.push(`${way}: ${failures.length} requests of /p failed, first: ${failures[0]}`)
  if (longest > mostGap) faults.push(`${way}: ${longest.toFixed(1)} s without a write`)
  for (const answer of new Set(counts.unexpected)) faults.push(`${way}: ${answer}`)
}

async function ask<Body>(
  path: string,
  init: { method?: string; json?: unknown; text?: string } = {},
): Promise<Body> {
  const type = init.json === undefined ? 'text/csv' : 'application/json'
  const hasBody = init.json !== undefined || init.text !== undefined
  const answer = await fetch(`${cluster.url}${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${cluster.token}`, ...(hasBody && { 'content-type': type }) },
    ...(hasBody && { body: init.text ?? JSON.stringify(init.json) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}

/** Records that are completed before the first machine dies. */
async function makeRecords(count: number): Promise<{ id: string; pattern: string }[]> {
  const made: { id: string; pattern: string }[] = []
  for (let at = 0; at < count; at++) {
    const { id: prospect } = await ask<{ id: string }>('/v1/prospects', {
      method: 'POST',
      json: { email: `known${at}@acme.example`, additional: { name: `Known ${at}` } },
    })
    made.push(
      await ask('/v1/content', { method: 'POST', json: { prospect, template: 'launch', language: 'en' } }),
    )
  }
  for (const { pattern } of made)
    while ((await fetch(`${cluster.url}/p/${pattern}?${Date.now()}`)).status !== 200) await wait(100)
  return made
}

/** Imports a list; its people are still being made when the first machine dies. */
async function beginImport(count: number): Promise<string> {
  const { id } = await ask<{ id: string }>('/v1/campaigns', {
    method: 'POST',
    json: { name: 'Autumn', template: 'launch', language: 'en' },
  })
  const lines = Array.from(
    { length: count },
    (_, at) => `person${at}@company${at % 300}.example,Person ${at}`,
  )
  await ask(`/v1/campaigns/${id}/people`, { method: 'POST', text: `email,name\n${lines.join('\n')}\n` })
  return id
}

/** Everybody of the list has one completed record in the end. */
async function countPeople(campaign: string, count: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const [{ completed = 0, unfinished = 0 } = {}] = await cluster.query<{
      completed: number
      unfinished: number
    }>(`
      SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed,
        count(*) FILTER (WHERE status <> 'completed')::int AS unfinished
      FROM content WHERE campaign = '${campaign}'`)
    if (completed + unfinished > count)
      faults.push(`the list: ${completed + unfinished} records of ${count} people`)
    if (completed >= count) {
      console.log(`the list: ${completed} records of ${count} people`)
      return
    }
    await wait(500)
  }
  faults.push('the list was not completed within five minutes after the last kill')
}
