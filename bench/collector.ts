import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { insertRecord, startLocal } from '../test/service/events/records.ts'
import { createDatabase, startCluster } from '../test/support/postgres.ts'
import { measureBareInserts } from './bare-inserts.ts'
import { openConnection } from './http-connection.ts'

/** The collector's figures on one database. */
interface CollectorFigures {
  database: 'PGlite' | 'PostgreSQL'
  eventsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** The same rows, merely inserted. */
  bareEventsPerSecond: number
}

interface Load {
  clients: number
  /** Content records, visited in turn. */
  records: number
  batchesPerVisit: number
  /** Events in a batch: a view, clicks, a growing duration. With one event, the duration. */
  eventsPerBatch: number
  warmUpMs: number
  measureMs: number
  /** Whether to send visits as pages do: each from another network, in two batches, the second with input. */
  hasSigns: boolean
}

const usual: Load = {
  clients: 32,
  records: 100,
  batchesPerVisit: 3,
  eventsPerBatch: 3,
  warmUpMs: 8000,
  measureMs: 8000,
  hasSigns: false,
}

/**
 * Measures the collector, in a process of its own. Each client sends a batch as soon as its previous one is answered, with 204,
 * after the commit. PostgreSQL is left out if there is none.
 */
export async function measureCollector(load: Partial<Load> = {}): Promise<CollectorFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-bench-'))
  const cluster = await startCluster()
  try {
    const whole = { ...usual, ...load }
    const onDisk = async (name: string) => ({ DATA_DIR: join(folder, name) })
    const figures = [await measure('PGlite', onDisk, whole)]
    if (!cluster) return figures
    const onServer = async () => ({ DATABASE_URL: await createDatabase(cluster.url) })
    return [...figures, await measure('PostgreSQL', onServer, whole)]
  } finally {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(
  database: CollectorFigures['database'],
  create: (name: string) => Promise<Record<string, string>>,
  load: Load,
): Promise<CollectorFigures> {
  const bareEventsPerSecond = await measureBareInserts(await create('bare'), load)
  return { database, ...(await measureProcess(await create('collector'), load)), bareEventsPerSecond }
}

/**
 * Measures the collector of one process on an empty database.
 *
 * @param command arguments of Node.js that start the service. Default: the built one
 */
export async function measureProcess(
  environment: Record<string, string>,
  some: Partial<Load> = {},
  command = [resolve('dist/service/main.js')],
): Promise<Pick<CollectorFigures, 'eventsPerSecond' | 'p50Ms' | 'p99Ms'>> {
  const load = { ...usual, ...some }
  const patterns = await preparePatterns(environment, load.records)
  const { child, port } = await startProcess(environment, command)
  try {
    await runClients(port, patterns, load, load.warmUpMs)
    const latencies = await runClients(port, patterns, load, load.measureMs)
    return summarise(latencies, load)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function preparePatterns(environment: Record<string, string>, count: number): Promise<string[]> {
  await using local = await startLocal(environment)
  const patterns: string[] = []
  for (let made = 0; made < count; made++) patterns.push((await insertRecord(local.service.db)).pattern)
  return patterns
}

async function startProcess(
  environment: Record<string, string>,
  command: string[],
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const part of child.stdout) {
    output += part
    const port = /listening on http:\/\/[^\s]+:(\d+)/.exec(output)?.[1]
    if (port) return { child, port: Number(port) }
  }
  throw new Error(`the service ended before it listened: ${output}`)
}

/** What clients send. */
type Sent = Pick<Load, 'clients' | 'batchesPerVisit' | 'eventsPerBatch'> & Partial<Pick<Load, 'hasSigns'>>

/** Lets clients send batches one after the other for a time. Returns how long each batch took, in milliseconds. */
export async function runClients(
  port: number,
  patterns: string[],
  load: Sent,
  forMs: number,
): Promise<number[]> {
  const until = performance.now() + forMs
  const clients = Array.from({ length: load.clients }, (_, at) => runClient(port, patterns, load, until, at))
  return (await Promise.all(clients)).flat()
}

async function runClient(
  port: number,
  patterns: string[],
  { batchesPerVisit, eventsPerBatch, hasSigns = false }: Sent,
  until: number,
  at: number,
): Promise<number[]> {
  const connection = await openConnection(port)
  const latencies: number[] = []
  for (let turn = at; performance.now() < until; turn++) {
    const pattern = patterns[(turn * 7) % patterns.length] as string
    const visit = randomBytes(17).toString('base64url').slice(0, 22)
    const client = hasSigns ? `${randomInt(20, 120)}.${randomInt(256)}.${randomInt(256)}.7` : undefined
    for (let batch = 0; batch < batchesPerVisit && performance.now() < until; batch++) {
      const began = performance.now()
      const body = batchBody(pattern, visit, batch, eventsPerBatch)
      const signs = hasSigns && { input: batch > 0, visible: 2000 * (batch + 1) }
      const status = await connection.post('/e', JSON.stringify({ ...body, ...signs }), client)
      if (status !== 204) throw new Error(`the collector answered ${status}`)
      latencies.push(performance.now() - began)
    }
  }
  connection.close()
  return latencies
}

function batchBody(pattern: string, visit: string, batch: number, size: number) {
  const sent = 2000 * (batch + 1)
  const last = (batch + 1) * size
  const events = Array.from({ length: size }, (_, at) => {
    const event = { seq: last - size + 1 + at, at: sent - 50 * (size - 1 - at) }
    if (at === size - 1) return { ...event, item: 'pricing', type: 'duration', ms: 700 + batch * 13 }
    return at
      ? { ...event, item: 'cta', type: 'click', button: 'primary' }
      : { ...event, item: 'hero', type: 'view' }
  })
  return {
    v: 1,
    pattern,
    visit,
    sent,
    last,
    report: { applied: [0, 1, 2], missing: [], refused: [], contested: [] },
    events,
  }
}

function summarise(latencies: number[], { measureMs, eventsPerBatch }: Load) {
  const sorted = latencies.sort((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return {
    eventsPerSecond: Math.round((sorted.length * eventsPerBatch * 1000) / measureMs),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

if (import.meta.main) console.table(await measureCollector())
