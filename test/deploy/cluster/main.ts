import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { skippedCode } from '../../long/tests.ts'
import { motif, type Ran } from '../../support/motif.ts'
import { type Cluster, findPrograms, startCluster } from './cluster.ts'
import { beginLoad, type Counts } from './load.ts'

/**
 * `npm run test:long -- failover`: a whole cluster on this machine, from the files of `deploy/cluster`, under load, while
 * its parts are killed in turn. Counts what was acknowledged and is not there, or is there twice, the longest time
 * without a write, requests of `/p` that failed, and writes that had to be sent again. Exit code 1 if anything was lost,
 * doubled or failed, if writes were away for too long, and if what an operator does by hand was noticed.
 */
const ways = {
  postgres: async (cluster: Cluster) => {
    const primary = await primaryOf(cluster)
    cluster.killPostgres(primary)
    // Its connections outlive it for a moment, in which Patroni still calls the node healthy.
    await cluster.untilOther(primary)
  },
  node: async (cluster: Cluster) => {
    const primary = await primaryOf(cluster)
    cluster.killMachine(primary)
    // A node that is back before its lease runs out would be the primary still.
    await cluster.untilOther(primary)
  },
  motif: async (cluster: Cluster, round: number) => cluster.kill('motif', round % 2),
  etcd: async (cluster: Cluster, round: number) => cluster.kill('etcd', round % 3),
  haproxy: async (cluster: Cluster, round: number) => cluster.kill('haproxy', round % 2),
  all: async (cluster: Cluster) => {
    for (const node of [0, 1, 2]) for (const part of ['node', 'etcd'] as const) cluster.kill(part, node)
    for (const index of [0, 1]) for (const part of ['motif', 'haproxy'] as const) cluster.kill(part, index)
    cluster.kill('nginx', 0)
  },
  'switch-over': (cluster: Cluster) => cluster.switchOver(),
  upgrade: async (cluster: Cluster) => {
    for (const index of [0, 1]) {
      await cluster.end('motif', index)
      await cluster.recover()
      // As docs/scale.md says: nginx looks for it again within a second.
      await wait(2000)
    }
  },
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
/** What is done by hand must not be noticed: no request has to be sent again. */
const planned: Way[] = ['switch-over', 'upgrade']
/** The longest time without a write, in seconds; after a power cut the whole cluster has to start first. */
const mostGap = { planned: 10, kill: 30, all: 60 }

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
const records = await makeRecords(cluster, 20)
const campaign = await beginImport(cluster, people)
for (const way of values.ways.split(',') as Way[]) await kill(way)
await countPeople(cluster, campaign, people)
await moveBackup(cluster)
for (const fault of faults) console.log(`FAULT: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

async function primaryOf(cluster: Cluster): Promise<number> {
  return (await cluster.primary()) ?? 0
}

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
  // Where everything is dead, nobody listens; the page shows what its owner wrote.
  const failures = counts.pageFailures.filter((failure) => way !== 'all' || !/ECONNRE|closed/.test(failure))
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
  const bound = planned.includes(way) ? mostGap.planned : way === 'all' ? mostGap.all : mostGap.kill
  if (longest > bound) faults.push(`${way}: ${longest.toFixed(1)} s without a write`)
  if (planned.includes(way) && repeated) faults.push(`${way}: writes had to be sent again: ${repeated}`)
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
async function makeRecords(cluster: Cluster, count: number): Promise<{ id: string; pattern: string }[]> {
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
async function beginImport(_cluster: Cluster, count: number): Promise<string> {
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
async function countPeople(cluster: Cluster, campaign: string, count: number): Promise<void> {
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

/** A backup of the cluster goes into an embedded database, and a backup of that into an empty database of the cluster. */
async function moveBackup(cluster: Cluster): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-backup-'))
  const first = join(folder, 'cluster.backup')
  const second = join(folder, 'embedded.backup')
  const inCluster = { DATABASE_URL: cluster.databaseUrl() }
  const embedded = { DATA_DIR: join(folder, 'data') }
  const back = { DATABASE_URL: cluster.databaseUrl('back') }
  try {
    await cluster.query('CREATE DATABASE back OWNER motif ENCODING UTF8 TEMPLATE template0')
    outputOf(await motif(['backup', first], inCluster))
    outputOf(await motif(['restore', first], embedded))
    outputOf(await motif(['backup', second], embedded))
    outputOf(await motif(['restore', second], back))
    const whole = await contentsOf(inCluster)
    for (const [where, environment] of Object.entries({ embedded, back })) {
      const found = await contentsOf(environment)
      if (found !== whole) faults.push(`the backup, ${where}: ${found} instead of ${whole}`)
    }
    console.log(`the backup, into an embedded database and back: ${whole}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What is in a database, as a line that differs if anything in its events, visits or records does. */
async function contentsOf(environment: Record<string, string>): Promise<string> {
  const parts: string[] = []
  for (const view of ['events', 'visits', 'records', 'people', 'campaigns']) {
    const sum = `SELECT count(*) AS n, md5(string_agg(row::text, ',' ORDER BY row::text COLLATE "C")) AS sum FROM report.${view} row`
    const [, line = ''] = outputOf(await motif(['query', sum], environment)).split('\n')
    parts.push(`${view} ${line.replace(',', ' ')}`)
  }
  return parts.join(', ')
}

function outputOf({ code, stdout, stderr }: Ran): string {
  if (code !== 0) throw new Error(`a command ended with ${code}: ${stderr}`)
  return stdout
}
