import { measureCollector } from '../collector.ts'
import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'

interface Measured {
  clients: number
  eventsPerBatch: number
  figures: Awaited<ReturnType<typeof measureCollector>>
}

/** The numbers of clients, and of events in a batch. The first row has the goal. */
const loads = [
  [32, 3],
  ...[1, 8, 128].map((clients) => [clients, 3]),
  ...[1, 30].map((events) => [32, events]),
]

/** Measures the collector with clients that each send a batch as soon as their previous one is answered. */
export async function measure({ isQuick, runs }: PartOptions): Promise<PartResult> {
  const times = isQuick ? { warmUpMs: 3000, measureMs: 2000 } : { warmUpMs: 8000, measureMs: 700 * runs }
  const measured: Measured[] = []
  for (const [clients = 0, eventsPerBatch = 0] of isQuick ? loads.slice(0, 1) : loads) {
    console.error(`bench: collector, ${clients} clients × ${eventsPerBatch} events`)
    const figures = await measureCollector({ clients, eventsPerBatch, ...times })
    measured.push({ clients, eventsPerBatch, figures })
  }
  const rows = measured.flatMap(({ clients, eventsPerBatch, figures }, at) => [
    {
      what: `collector, ${clients} clients × ${eventsPerBatch} events in a batch`,
      toReach: at ? '' : '≥ 0.5 × inserts; p99 ≤ 50 ms',
      figures: figuresOf(
        figures,
        ({ eventsPerSecond, p99Ms }) => `${show(eventsPerSecond, 'events/s')}, p99 ${show(p99Ms, 'ms')}`,
      ),
    },
    {
      what: `the same rows by inserts, ${clients} × ${eventsPerBatch}`,
      toReach: '',
      figures: figuresOf(figures, ({ bareEventsPerSecond }) => show(bareEventsPerSecond, 'events/s')),
    },
  ])
  return {
    rows,
    measured,
    notes: [
      'Collector: each answer comes after the commit, with the rows in place. Beside it the same rows are merely inserted, in groups of as many batches as there are clients: nothing is received, checked, locked or read. The clients, the service and the database share the cores; every commit is synced to the disk. Measured after some seconds of the same load, because the engine compiles until then.',
    ],
  }
}

function figuresOf(figures: Measured['figures'], tell: (one: Measured['figures'][number]) => string) {
  return Object.fromEntries(figures.map((one) => [one.database, tell(one)]))
}
