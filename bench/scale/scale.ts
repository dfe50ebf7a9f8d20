import { createDatabase, startCluster } from '../../test/support/postgres.ts'
import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { type MotifProcess, startMotif } from '../support/motif-process.ts'
import { createRecord, templatesDir } from '../support/record.ts'
import { sendEvents } from './send-events.ts'

const replicaCounts = [1, 2]
const clients = 32

/** What one more replica adds: the collector on one PostgreSQL, all of it on the cores of this machine. */
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
    const measured: { replicas: number; eventsPerSecond: number; cpuMsPerEvent: number }[] = []
    for (const replicas of replicaCounts) {
      const environment = { DATABASE_URL: await createDatabase(cluster.url), TEMPLATES_DIR: templatesDir }
      measured.push({ replicas, ...(await measureReplicas(replicas, environment, isQuick ? 1000 : 6000)) })
    }
    return { rows: [rowOf(measured)], measured, notes }
  } finally {
    await cluster.stop()
  }
}

async function measureReplicas(count: number, environment: Record<string, string>, forMs: number) {
  await using stack = new AsyncDisposableStack()
  const replicas: MotifProcess[] = []
  while (replicas.length < count) replicas.push(stack.use(await startMotif(environment)))
  const patterns: string[] = []
  while (patterns.length < 20) patterns.push(await createRecord(replicas[0] as MotifProcess))
  const ports = replicas.map(({ port }) => port)
  await sendEvents({ ports, patterns, clients, forMs: forMs / 4 })
  const cpuBefore = cpuMs(replicas)
  const events = await sendEvents({ ports, patterns, clients, forMs })
  return {
    eventsPerSecond: Math.round((events * 1000) / forMs),
    cpuMsPerEvent: (cpuMs(replicas) - cpuBefore) / events,
  }
}

function cpuMs(replicas: MotifProcess[]): number {
  return replicas.reduce((sum, replica) => sum + replica.cpuMs(), 0)
}

function rowOf(measured: { replicas: number; eventsPerSecond: number; cpuMsPerEvent: number }[]) {
  return {
    what: 'collector by replicas on one PostgreSQL, 32 clients × 3 events',
    toReach: '',
    motif: measured
      .map(
        ({ replicas, eventsPerSecond, cpuMsPerEvent }) =>
          `${replicas}: ${show(eventsPerSecond, 'events/s')}, ${(cpuMsPerEvent * 1000).toFixed(0)} µs of processor an event`,
      )
      .join('; '),
    beside: '',
  }
}

const notes = [
  'Replicas: clients, replicas and PostgreSQL share the cores of this one machine, so what a second replica adds here is the least that it can add; [docs/scale.md](docs/scale.md) has the arithmetic for more.',
]
