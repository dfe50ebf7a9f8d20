import { parseArgs } from 'node:util'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { ask, batchOf, post, view } from '../events/batch.ts'
import { insertRecord, type LocalService, startLocal } from '../events/records.ts'
import { fill } from './fill.ts'

/**
 * Makes years of use on PostgreSQL, then asks for every list and figure, and does maintenance beside traffic:
 * `npm run test:long -- years -- --records 1000000 --events 100000000 --days 60`. With `--database postgres://…` it takes one
 * that it has filled before.
 */

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '100000000' },
    days: { type: 'string', default: '60' },
    database: { type: 'string' },
  },
})
const sizes = { records: Number(values.records), events: Number(values.events), days: Number(values.days) }
/** The older half of the days is to go. */
const retentionDays = Math.max(1, Math.floor(sizes.days / 2))
const mostListMs = 200
const longestStallMs = 1000
const turns = 5

const cluster = values.database ? undefined : await startCluster()
if (!cluster && !values.database) throw new Error('PostgreSQL is not on this machine.')
const faults: string[] = []
try {
  const url = cluster ? await createDatabase(cluster.url) : (values.database ?? '')
  const environment = { DATABASE_URL: `${url}?statement_timeout=3600000`, RATE_LIMIT: '0' }
  await using service = await startLocal({ ...environment, EVENTS_RETENTION_DAYS: String(retentionDays) })
  const began = performance.now()
  if (cluster) await fill(service.service.db, sizes, (line) => process.stderr.write(`${line}\n`))
  print('filled', performance.now() - began)
  await timeLists(service)
  await timeMaintenance(service)
} finally {
  await cluster?.stop()
}
for (const fault of faults) console.log(`SLOW: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

async function timeLists(service: LocalService): Promise<void> {
  const sorts = ['created', 'prospect', 'template', 'visits', 'views', 'clicks', 'ms'].flatMap((sort) => [
    sort,
    `-${sort}`,
  ])
  const list = '/results/content?limit=100'
  for (const sort of sorts) {
    const { next } = (await (await ask(service, `${list}&sort=${sort}`)).json()) as { next?: string }
    await time(service, `list by ${sort}`, `${list}&sort=${sort}`, mostListMs)
    await time(service, `list by ${sort}, the next page`, `${list}&sort=${sort}&cursor=${next}`, mostListMs)
  }
  for (const search of ['ada', 'surname4711', 'nobody', 'launch-7', 'company 123'])
    await time(
      service,
      `list, search "${search}"`,
      `${list}&sort=-ms&search=${encodeURIComponent(search)}`,
      mostListMs,
    )
  await time(service, 'people', '/v1/prospects?limit=100', mostListMs)
  await time(service, 'people, search "grace"', '/v1/prospects?limit=100&search=grace', mostListMs)
  await time(
    service,
    'people, search "surname4711"',
    '/v1/prospects?limit=100&search=surname4711',
    mostListMs,
  )
  const { records } = (await (await ask(service, `${list}&sort=-visits`)).json()) as {
    records: { id: string }[]
  }
  await time(service, 'figures of a record', `/results/content/${records[0]?.id}`, mostListMs)
  await time(service, 'events of a record', `/results/content/${records[0]?.id}/events`, Infinity)
  await time(service, 'figures of a template', '/results/template/launch-7', Infinity)
}

async function time(service: LocalService, name: string, path: string, mostMs: number): Promise<void> {
  const took: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now()
    const answer = await ask(service, path)
    await answer.arrayBuffer()
    if (!answer.ok) faults.push(`${name}: ${answer.status}`)
    took.push(performance.now() - began)
  }
  const median = took.sort((a, b) => a - b)[turns >> 1] ?? 0
  print(name, median, took.at(-1))
  if (median > mostMs) faults.push(`${name}: ${Math.round(median)} ms`)
}

/** Maintenance with half of the days to drop, while visits come and pages ask. */
async function timeMaintenance(service: LocalService): Promise<void> {
  const record = await insertRecord(service.service.db)
  let isRunning = true
  let [longest, sent] = [0, 0]
  const visit = async () => {
    while (isRunning) {
      const began = performance.now()
      const answers = await Promise.all([
        post(service, batchOf(record, { events: [view(1)] })),
        fetch(`${service.url}/p/${record.pattern}`),
      ])
      for (const answer of answers) {
        await answer.arrayBuffer()
        if (answer.status >= 400 && answer.status !== 429) faults.push(`beside maintenance: ${answer.status}`)
      }
      longest = Math.max(longest, performance.now() - began)
      sent += 1
    }
  }
  const visitors = [visit(), visit(), visit(), visit()]
  const done = (await service.service.maintain(Date.now())) as {
    task: string
    count: number
    seconds: number
  }[]
  isRunning = false
  await Promise.all(visitors)
  for (const { task, count, seconds } of done) print(`maintenance, ${task}: ${count}`, seconds * 1000)
  print(`the longest of ${sent} visits beside it`, longest)
  if (longest > longestStallMs) faults.push(`a visit beside maintenance: ${Math.round(longest)} ms`)
}

function print(name: string, ms: number, longest?: number): void {
  const most = longest === undefined ? '' : `  longest ${Math.round(longest)} ms`
  console.log(`${name.padEnd(50)} ${String(Math.round(ms)).padStart(8)} ms${most}`)
}
