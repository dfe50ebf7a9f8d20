import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../service/base/database/database.ts'
import { inTransaction } from '../service/base/database/transaction.ts'
import { writeRows } from '../service/events/collect/sql.ts'
import type { EventRow, VisitRow } from '../service/events/rows.ts'
import { onBothDatabases } from '../test/support/postgres.ts'
import { load } from './load.ts'
import { startMotif } from './motif.ts'
import { type PartOptions, type PartResult, quantile, show } from './report.ts'

const clients = 32
/** Events in a batch: a view, a click, a growing duration. */
const eventsPerBatch = 3
const batchesPerVisit = 3

/** Bare events are the same rows, written by the same statement and nothing else. */
type Figures = Record<'eventsPerSecond' | 'p99Ms' | 'bareEventsPerSecond', number>

/** Measures the collector on both databases; PostgreSQL is left out if there is none. */
export async function measure({ isQuick }: PartOptions): Promise<PartResult> {
  const sizes = isQuick ? { records: 100, warmUp: 2, measured: 2 } : { records: 5000, warmUp: 8, measured: 8 }
  const measured = await onBothDatabases((environment) => measureOn(environment, sizes))
  const told = measured.flatMap(([name, { eventsPerSecond, p99Ms, bareEventsPerSecond }]) => [
    [
      name,
      `${show(eventsPerSecond, 'events/s')} = ${(eventsPerSecond / bareEventsPerSecond).toFixed(2)} ×, p99 ${show(p99Ms, 'ms')}`,
    ],
    [`${name}, by inserts`, show(bareEventsPerSecond, 'events/s')],
  ])
  return {
    rows: [
      {
        what: `collector, ${clients} clients × ${eventsPerBatch} events`,
        toReach: '≥ 0.7 × inserts; p99 ≤ 50 ms',
        figures: Object.fromEntries(told),
      },
    ],
    note: 'Each client sends a batch as soon as its last one is answered, after the commit; three batches a visit, which shows a person from the second on. Beside it a process merely writes the same visits and events by the same statement, in groups of as many batches as there are clients, each committed. Clients, service and database share the cores.',
  }
}

async function measureOn(
  environment: { DATABASE_URL?: string; DATA_DIR?: string },
  { records, warmUp, measured }: Record<'records' | 'warmUp' | 'measured', number>,
): Promise<Figures> {
  const { perSecond, latenciesMs } = await (async () => {
    await using motif = await startMotif(environment)
    const next = batchesOf(await motif.createRecords(records))
    await load({ url: motif.url, connections: clients, seconds: warmUp, next })
    // The service ends when this function does.
    return await load({ url: motif.url, connections: clients, seconds: measured, next })
  })()
  return {
    eventsPerSecond: perSecond * eventsPerBatch,
    p99Ms: quantile(latenciesMs, 0.99),
    bareEventsPerSecond: await insertAgain(environment),
  }
}

/** The batches of each client: visit after visit, of one pattern after the other. */
function batchesOf(patterns: string[]) {
  const visits = Array.from({ length: clients }, (_, at) => ({ at, batch: 0, visit: '' }))
  return (client: number) => {
    const own = visits[client] as (typeof visits)[number]
    if (own.batch % batchesPerVisit === 0) {
      own.visit = randomBytes(17).toString('base64url').slice(0, 22)
      own.at += 7
    }
    const { visit, at } = own
    const body = batchBody(own.batch++ % batchesPerVisit)
    const pattern = patterns[at % patterns.length]
    return { method: 'POST' as const, path: '/e', body: JSON.stringify({ ...body, pattern, visit }) }
  }
}

function batchBody(batch: number) {
  const sent = 2000 * (batch + 1)
  const seq = batch * eventsPerBatch
  return {
    v: 1,
    sent,
    last: seq + eventsPerBatch,
    input: batch > 0,
    visible: sent,
    report: { applied: [0, 1, 2], missing: [], refused: [], contested: [] },
    events: [
      { seq: seq + 1, item: 'hero', type: 'view', at: sent - 100 },
      { seq: seq + 2, item: 'cta', type: 'click', button: 'primary', at: sent - 50 },
      { seq: seq + 3, item: 'parts', type: 'duration', at: sent, ms: 700 + batch },
    ],
  }
}

/**
 * Writes the visits and events that the service has stored once more, by its own statement, from the memory of a process:
 * group by group, each committed. Nothing is received, checked, locked or read. Returns events a second.
 */
async function insertAgain({ DATABASE_URL = '', DATA_DIR = '' }): Promise<number> {
  const store = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  try {
    const { rows: visits } = await sql<VisitRow>`SELECT * FROM visit ORDER BY began_at`.execute(store.db)
    const { rows: events } = await sql<EventRow>`SELECT * FROM event ORDER BY seq`.execute(store.db)
    await sql`TRUNCATE visit, event, tally_day CASCADE`.execute(store.db)
    const eventsOf = Map.groupBy(events, ({ visit }) => visit)
    const began = performance.now()
    for (let first = 0; first < visits.length; first += clients) {
      const group = visits.slice(first, first + clients)
      const own = group.flatMap(({ visit }) => eventsOf.get(visit) ?? [])
      for (let batch = 0; batch < batchesPerVisit; batch++) {
        const inBatch = own.filter(({ seq }) => Math.floor((seq - 1) / eventsPerBatch) === batch)
        await inTransaction(store, (client) =>
          writeRows(client, { visits: group, events: inBatch, grown: [], happenings: [] }),
        )
      }
    }
    return (events.length * 1000) / (performance.now() - began)
  } finally {
    await store.close()
  }
}
