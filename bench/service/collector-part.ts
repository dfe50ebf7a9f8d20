import { measureCollector } from '../collector.ts'
import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'

const clientCounts = [1, 8, 32, 128]

/** The collector by the number of clients, which all send a batch as soon as the one before is answered. */
export async function measureCollectors({ isQuick, runs }: PartOptions): Promise<PartResult> {
  const times = isQuick ? { warmUpMs: 3000, measureMs: 2000 } : { warmUpMs: 8000, measureMs: 700 * runs }
  const measured: { clients: number; figures: Awaited<ReturnType<typeof measureCollector>> }[] = []
  for (const clients of isQuick ? [32] : clientCounts)
    measured.push({ clients, figures: await measureCollector({ clients, ...times }) })
  const rows = measured.map(({ clients, figures }) => ({
    what: `collector, ${clients} clients × 3 events, answered after the commit`,
    toReach: clients === 32 ? '≥ 20,000 events/s, p99 ≤ 20 ms' : '',
    motif: figures
      .map(
        ({ database, eventsPerSecond, p99Ms }) =>
          `${database} ${show(eventsPerSecond, 'events/s')}, p99 ${show(p99Ms, 'ms')}`,
      )
      .join('; '),
    beside: '',
  }))
  return {
    rows,
    measured,
    notes: [
      'Collector: the clients, the service and the database share the cores; every commit is synced to the disk. Measured after some seconds of the same load: until then the engine still compiles.',
    ],
  }
}
