import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Campaign } from '../../../service/campaigns/campaign.ts'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'
import { createCampaign, patternOf, peopleOf, sendList, untilCompleted } from './support.ts'

/**
 * `npm run test:long -- campaign`: a list of 10,000 people (`--people` chooses another number) on both databases: how
 * soon it is accepted and its records are completed, what a page waits for its record meanwhile, and the memory that it
 * takes. `--databases PGlite` measures on that one alone.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'PGlite,PostgreSQL' },
  },
})
const people = Number(values.people)
const { databases } = values
/** As `npm start` starts it. */
const asStarted = { NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.MORE_OPTIONS ?? ''}` }

function makeList(): string {
  const rows = Array.from(
    { length: people },
    (_, at) => `person${at}@company${at % 500}.example;Person;Number ${at};Company ${at % 500};CTO;Bonn`,
  )
  return `E-Mail;Vorname;Nachname;Firma;Position;Ort\r\n${rows.join('\r\n')}\r\n`
}

async function measure(service: Service) {
  const { id: early } = await createCampaign(service, { name: 'Early' })
  const few = Array.from({ length: 200 }, (_, at) => `early${at}@early.example`)
  await sendList(service, early, `email\n${few.join('\n')}\n`)
  await untilCompleted(service, early)
  const patterns = (await peopleOf(service, early, '?limit=200')).map(({ link }) => patternOf(link))
  const { id } = await createCampaign(service)
  const began = performance.now()
  const accepted = sendList(service, id, makeList()).then(() => performance.now() - began)
  const pages = askPages(service, patterns)
  const acceptedMs = await accepted
  const campaign = await untilAllMade(service, id)
  const completedMs = performance.now() - began
  const latencies = await pages.stop()
  return {
    people: campaign.people,
    acceptedS: seconds(acceptedMs),
    completedS: seconds(completedMs),
    pageMedianMs: at(latencies.sorted, 0.5),
    pageP99Ms: at(latencies.sorted, 0.99),
    pages: latencies.sorted.length,
    peakMb: latencies.peakMb,
  }
}

async function untilAllMade(service: Service, id: string): Promise<Campaign> {
  for (;;) {
    const { body } = await service.request<Campaign>('GET', `/v1/campaigns/${id}`)
    if (body.people === people && body.completed === people) return body
    process.stderr.write(`${body.completed} of ${body.people}\r`)
    await wait(1000)
  }
}

/** Asks for a record 50 times a second, each pattern in its turn: the first time it is looked up in the database. */
function askPages(service: Service, patterns: string[]) {
  const latencies: number[] = []
  let peakMb = 0
  let isOver = false
  const asking = (async () => {
    for (let at = 0; !isOver; at++) {
      const began = performance.now()
      const answer = await fetch(`${service.url}/p/${patterns[at % patterns.length]}`)
      await answer.arrayBuffer()
      latencies.push(performance.now() - began)
      peakMb = Math.max(peakMb, memoryMb(service))
      await wait(20)
    }
  })()
  return {
    async stop() {
      isOver = true
      await asking
      return { peakMb, sorted: latencies.sort((a, b) => a - b) }
    },
  }
}

function at(sorted: number[], share: number): number {
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

/** Now: the first start on a new folder takes far more for a moment. */
function memoryMb({ pid }: Service): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

async function onPglite() {
  const folder = await mkdtemp(join(tmpdir(), 'motif-campaign-'))
  await using service = await startService({ DATA_DIR: join(folder, 'data'), ...asStarted })
  const figures = await measure(service)
  await service.stop()
  await rm(folder, { recursive: true, force: true })
  return figures
}

async function onPostgres() {
  const cluster = await startCluster()
  if (!cluster) return 'not on this machine'
  try {
    await using service = await startService({
      DATABASE_URL: await createDatabase(cluster.url),
      ...asStarted,
    })
    return await measure(service)
  } finally {
    await cluster.stop()
  }
}

for (const [database, measureOn] of Object.entries({ PGlite: onPglite, PostgreSQL: onPostgres }))
  if (databases.includes(database)) console.log(`${database}: ${JSON.stringify(await measureOn())}`)
