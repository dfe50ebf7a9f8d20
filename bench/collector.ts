import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../service/base/database/database.ts'
import { onBothDatabases } from '../test/support/postgres.ts'
import { load } from './load.ts'
import { startMotif } from './motif.ts'
import { type PartOptions, type PartResult, quantile, show } from './report.ts'

const clients = 32
/** Events in a batch: a view, a click, a growing duration. */
const eventsPerBatch = 3
const batchesPerVisit = 3

/** Bare events are the same rows, merely inserted. */
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
    note: 'Each client sends a batch as soon as its last one is answered, after the commit; three batches a visit, which shows a person from the second on. Beside it the same visits and events are merely inserted, in groups of as many batches as there are clients, each committed. Clients, service and database share the cores.',
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

/** Inserts the visits and events that the service has stored once more, group by group. Returns events a second. */
async function insertAgain({ DATABASE_URL = '', DATA_DIR = '' }): Promise<number> {
  const { db, close } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await run(`CREATE TABLE turn AS
      SELECT content, visit, ((row_number() OVER (ORDER BY began_at) - 1) / ${clients})::integer AS number FROM visit`)
    await run('CREATE INDEX ON turn (number)')
    for (const table of ['visit', 'event']) {
      await run(`CREATE TABLE sent_${table} AS SELECT * FROM ${table}`)
      await run(`CREATE INDEX ON sent_${table} (content, visit)`)
    }
    await run('TRUNCATE visit, event CASCADE')
    await run('ANALYZE')
    const { rows } = await sql<{ groups: number; events: number }>`
      SELECT (SELECT max(number) FROM turn) AS groups, (SELECT count(*)::integer FROM sent_event) AS events`.execute(
      db,
    )
    const { groups = 0, events = 0 } = rows[0] ?? {}
    const began = performance.now()
    for (let group = 0; group <= groups; group++)
      for (let batch = 0; batch < batchesPerVisit; batch++)
        await run(`WITH visits AS (
          INSERT INTO visit SELECT sent_visit.* FROM turn JOIN sent_visit USING (content, visit) WHERE number = ${group}
          ON CONFLICT (content, visit, organization) DO UPDATE SET sent = excluded.sent, seen_at = excluded.seen_at)
          INSERT INTO event SELECT sent_event.* FROM turn JOIN sent_event USING (content, visit)
          WHERE number = ${group} AND (seq - 1) / ${eventsPerBatch} = ${batch}`)
    return (events * 1000) / (performance.now() - began)
  } finally {
    await close()
  }
}
