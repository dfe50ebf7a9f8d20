import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runClients } from '../collector.ts'
import { quantile, spreadOf } from '../report/numbers.ts'
import { clientOf } from '../support/api.ts'
import { type MotifProcess, startMotif } from '../support/motif-process.ts'
import { templatesDir } from '../support/record.ts'
import { askForRecord } from './record-load.ts'

/** The figures of one built service, on one database. */
export interface ServiceFigures {
  firstStartMs: number
  startMs: number
  aloneMs: number
  togetherMs: number
  recordsPerSecond: number
  recordP99Ms: number
  eventsPerSecond: number
  batchP99Ms: number
  restMb: number
  highestMb: number
}

/** The core of the service. Its clients use the other one. */
const serverCore = 0
const clients = 32
const eventsPerBatch = 3
/** The number of records that are visited: a record accepts a limited number of new visits an hour. */
const patterns = 200
const settleMs = 4000

/**
 * Measures the service that is built in a folder. It uses HTTP only, so that it works with any version.
 *
 * @param databaseUrl an empty database in PostgreSQL. Default: an embedded one in a new folder
 */
export async function measureService(
  folder: string,
  isQuick: boolean,
  databaseUrl?: string,
): Promise<ServiceFigures> {
  const data = await mkdtemp(join(tmpdir(), 'motif-bench-'))
  const database = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: join(data, 'data') }
  const environment = { ...database, TEMPLATES_DIR: templatesDir }
  const start = () => startMotif(environment, serverCore, folder)
  try {
    const first = performance.now()
    await (await start())[Symbol.asyncDispose]()
    const second = performance.now()
    await using motif = await start()
    const startMs = performance.now() - second
    const creation = await measureCreation(motif, isQuick)
    const record = await measureRecord(motif, creation.patterns[0] ?? '', isQuick)
    const events = await measureEvents(motif, creation.patterns, isQuick)
    await wait(settleMs)
    const { nowMb, highestMb } = motif.memory()
    const { aloneMs, togetherMs } = creation
    return {
      firstStartMs: second - first,
      startMs,
      aloneMs,
      togetherMs,
      ...record,
      ...events,
      restMb: nowMb,
      highestMb,
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function measureCreation(motif: MotifProcess, isQuick: boolean) {
  const client = clientOf(motif)
  const additional = { company: 'Acme Wind', industry: 'Wind' }
  const { id: prospect } = await client.createProspect({ email: 'jane.doe@acme.example', additional })
  await client.whenEnriched(prospect)
  const alone: number[] = []
  for (let run = 0; run < (isQuick ? 5 : 40); run++) {
    const began = performance.now()
    const { id } = await client.createContent(prospect, 'bench')
    await client.whenCompleted(id, 2)
    alone.push(performance.now() - began)
  }
  const began = performance.now()
  const created = await Promise.all(
    Array.from({ length: isQuick ? patterns : 500 }, () => client.createContent(prospect, 'bench')),
  )
  for (const { id } of created) await client.whenCompleted(id, 20)
  const togetherMs = performance.now() - began
  const used = created.slice(0, patterns).map(({ pattern }) => pattern)
  return { aloneMs: spreadOf(alone).median, togetherMs, patterns: used }
}

async function measureRecord({ port }: MotifProcess, pattern: string, isQuick: boolean) {
  const seconds = isQuick ? 1 : 5
  await askForRecord(port, pattern, clients, seconds)
  const latencies = await askForRecord(port, pattern, clients, seconds)
  return { recordsPerSecond: latencies.length / seconds, recordP99Ms: quantile(latencies, 0.99) }
}

async function measureEvents({ port }: MotifProcess, used: string[], isQuick: boolean) {
  const seconds = isQuick ? 1 : 6
  const load = { clients, eventsPerBatch, batchesPerVisit: 3 }
  await runClients(port, used, load, seconds * 1000)
  const latencies = await runClients(port, used, load, seconds * 1000)
  const eventsPerSecond = (latencies.length * eventsPerBatch) / seconds
  return { eventsPerSecond, batchP99Ms: quantile(latencies, 0.99) }
}
