import { cpus } from 'node:os'
import pg from 'pg'
import { createDatabase, startCluster } from '../../test/support/postgres.ts'
import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult, Row } from '../report/row.ts'
import { type MotifProcess, startMotif } from '../support/motif-process.ts'
import { createRecord, templatesDir } from '../support/record.ts'
import { sendEvents } from './send-events.ts'

const replicaCounts = [1, 2]
const clients = 32
/** So many that none has more than the thousand new visits an hour that are believed. */
const records = 200

/** Measures what a second replica adds: the collector on one PostgreSQL, everything on the cores of this machine. */
export async function measure({ isQuick }: PartOptions): Promise<PartResult> {
  const cluster = await startCluster()
  if (!cluster) {
    return {
      rows: [],
      measured: {},
      notes: ['Replicas are left out: PostgreSQL is missing (apt-get install postgresql).'],
    }
  }
  try {
    const measured: Replicas[] = []
    for (const replicas of replicaCounts) {
      const database = await createDatabase(cluster.url)
      measured.push(await measureReplicas(replicas, database, isQuick ? 1000 : 8000))
    }
    return { rows: rowsOf(measured), measured, notes }
  } finally {
    await cluster.stop()
  }
}

/** The figures for a number of replicas. */
interface Replicas {
  replicas: number
  eventsPerSecond: number
  /** Processor time of the replicas, in microseconds. */
  replicaMicrosPerEvent: number
  /** Processor time of everything except the replicas and the clients: on a quiet machine, PostgreSQL. */
  databaseMicrosPerEvent: number
  /** Growth of the database for an event: its row, a third of its visit, what is added up, and all indexes. */
  bytesPerEvent: number
}

async function measureReplicas(count: number, database: string, forMs: number): Promise<Replicas> {
  await using stack = new AsyncDisposableStack()
  const replicas: MotifProcess[] = []
  while (replicas.length < count)
    replicas.push(stack.use(await startMotif({ DATABASE_URL: database, TEMPLATES_DIR: templatesDir })))
  const patterns: string[] = []
  while (patterns.length < records) patterns.push(await createRecord(replicas[0] as MotifProcess))
  const ports = replicas.map(({ port }) => port)
  await sendEvents({ ports, patterns, clients, forMs: forMs / 4 })
  const before = { ...cpuOf(replicas), ...(await storedIn(database)) }
  const events = await sendEvents({ ports, patterns, clients, forMs })
  const after = { ...cpuOf(replicas), ...(await storedIn(database)) }
  if (after.events - before.events !== events)
    throw new Error(`Of ${events} events ${after.events - before.events} were stored.`)
  const micros = (name: 'replicas' | 'database') => ((after[name] - before[name]) * 1000) / events
  return {
    replicas: count,
    eventsPerSecond: Math.round((events * 1000) / forMs),
    replicaMicrosPerEvent: micros('replicas'),
    databaseMicrosPerEvent: micros('database'),
    bytesPerEvent: (after.bytes - before.bytes) / events,
  }
}

/** Processor time so far, in milliseconds. */
function cpuOf(replicas: MotifProcess[]) {
  const ours = replicas.reduce((sum, replica) => sum + replica.cpuMs(), 0)
  const { user, system } = process.cpuUsage()
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return { replicas: ours, database: all - ours - (user + system) / 1000 }
}

/** What a database has: its bytes, and the events in it. */
async function storedIn(database: string): Promise<{ bytes: number; events: number }> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ bytes: string; events: string }>(
    'SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM event) AS events',
  )
  await client.end()
  return { bytes: Number(rows[0]?.bytes), events: Number(rows[0]?.events) }
}

function rowsOf(measured: Replicas[]): Row[] {
  const row = (what: string, of: (one: Replicas) => string) => ({
    what,
    toReach: '',
    figures: Object.fromEntries(measured.map((one) => [replicasIn(one), of(one)])),
  })
  return [
    row('collector on one PostgreSQL, 32 clients × 3 events', (one) => show(one.eventsPerSecond, 'events/s')),
    row('a replica’s core, for an event', (one) => show(one.replicaMicrosPerEvent, 'µs')),
    row('PostgreSQL’s core, for an event', (one) => show(one.databaseMicrosPerEvent, 'µs')),
    row('on the disk, for an event with a third of its visit and all indexes', (one) =>
      show(one.bytesPerEvent, 'B'),
    ),
  ]
}

const replicasIn = ({ replicas }: Replicas) => (replicas === 1 ? '1 replica' : `${replicas} replicas`)

const notes = [
  'Replicas: the clients, the replicas and PostgreSQL share the cores of one machine, so a second replica adds more on a machine of its own; [scale.md](scale.md) has the arithmetic for more.',
]
