import type { PoolClient } from 'pg'
import { Counter, Gauge } from 'prom-client'
import type { AnalyticsItem } from '../../wire/record.ts'
import type { Service } from '../service.ts'
import { dayOf, openEventDays } from '../store/event-days.ts'
import type { DropReason, Measured, TallyState } from '../store/event-state.ts'
import {
  type LockedRecord,
  lockRecords,
  readStates,
  type VisitKey,
  type Writes,
  writeStates,
} from '../store/events.ts'
import { type Arrival, applyArrival, beginVisit, type Changes, newVisit, type Visit } from './apply.ts'
import { createGroupCommit } from './group-commit.ts'
import { inTransaction } from './in-transaction.ts'
import { createRecordCache, type RecordCache } from './record-cache.ts'

/** Takes batches: see `createCollector`. */
export interface Collector {
  /**
   * Resolves once the batch is committed: true, or false where its pattern names no completed content record.
   * Rejects with 50300 when the database stalls. `bytes` is what the batch holds in memory.
   */
  collect(arrival: Arrival, bytes: number): Promise<boolean>
}

/** 32 MiB, and a write takes milliseconds: what waits longer than 10 s waits for a database that stalls. */
const limits = { items: 500, bytes: 32 * 1024 * 1024, ageMs: 10_000 }

/** The collector: what arrives while a write is under way is written together, next. */
export function createCollector(service: Service): Collector {
  const figures = registerFigures(service)
  const records = createRecordCache()
  const group = createGroupCommit(
    async (arrivals: Arrival[]) => {
      const { found, events, dropped } = await writeArrivals(service, records, arrivals)
      figures.stored.inc(events)
      for (const [reason, count] of dropped) figures.dropped.inc({ reason }, count)
      return found
    },
    limits,
    (error) => service.log.error({ err: error }, 'events could not be written'),
  )
  figures.watchWaiting(group.waitingBytes)
  return { collect: group.add }
}

interface Written {
  /** For each arrival, whether its record is there. */
  found: boolean[]
  events: number
  dropped: Map<DropReason, number>
}

/** What PostgreSQL says when it is worth trying at once: a deadlock, a failed serialisation, a day without a place. */
const worthAnotherTry = new Set(['40P01', '40001', '23514'])

async function writeArrivals(service: Service, records: RecordCache, arrivals: Arrival[]): Promise<Written> {
  try {
    return await inTransaction(service, (client) => writeGroup(service, client, records, arrivals))
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!worthAnotherTry.has(code)) throw error
    if (code === '23514') await openEventDays(service.db)
    return inTransaction(service, (client) => writeGroup(service, client, records, arrivals))
  }
}

async function writeGroup(
  { kind }: Service,
  client: PoolClient,
  records: RecordCache,
  arrivals: Arrival[],
): Promise<Written> {
  const patterns = [...new Set(arrivals.map(({ batch }) => batch.pattern))].sort()
  const locked = await lockRecords(
    client,
    patterns,
    patterns.map((pattern) => records.get(pattern) !== undefined),
    kind === 'pglite',
  )
  const measured = new Map(locked.map((record) => [record.pattern, toMeasured(records, record)]))
  const kept = arrivals.filter(({ batch }) => measured.has(batch.pattern))
  const found = arrivals.map(({ batch }) => measured.has(batch.pattern))
  if (kept.length === 0) return { found, events: 0, dropped: new Map() }
  return { found, ...(await writeKept(client, measured, kept)) }
}

function toMeasured(records: RecordCache, record: LockedRecord): Measured {
  const known = records.get(record.pattern)
  if (known) return known
  const { pattern, organization, content, test, analytics, contentItems } = record
  const list = JSON.parse(analytics ?? '[]') as AnalyticsItem[]
  const items = new Map(list.map(({ id, type }, index) => [id, { index, type }]))
  return records.set(pattern, { organization, content, test, items, contentItems: contentItems ?? 0 })
}

async function writeKept(
  client: PoolClient,
  measured: Map<string, Measured>,
  arrivals: Arrival[],
): Promise<Omit<Written, 'found'>> {
  const records = [...measured.values()]
  const keys = visitKeys(measured, arrivals)
  const known = await readStates(client, records, [...keys.values()])
  const dropped = new Map<DropReason, number>()
  const changes = new Map(
    records.map((record, at) => [record, noChanges(record, known.tallies[at], dropped)] as const),
  )
  const visits = new Map<string, Visit>()
  ;[...keys].forEach(([key, { visit }], at) => {
    const kept = known.visits[at]
    if (kept) visits.set(key, { ...kept, visit, events: [] })
  })
  for (const arrival of arrivals) {
    const record = measured.get(arrival.batch.pattern) as Measured
    applyTo(changes.get(record) as Changes, visits, arrival)
  }
  const writes = toWrites(keys, visits, [...changes.values()])
  await writeStates(client, writes)
  return { events: writes.visits.reduce((sum, { events }) => sum + events.length, 0), dropped }
}

function toWrites(keys: Map<string, VisitKey>, visits: Map<string, Visit>, changes: Changes[]): Writes {
  return {
    day: dayOf(Date.now()),
    visits: [...keys].map(([key, names]) => ({ ...names, ...(visits.get(key) as Visit) })),
    tallies: changes.map(({ measured: { organization, content }, tally }) => ({
      ...{ organization, content, state: tally },
    })),
    days: changes.flatMap(({ measured: { organization, content }, days }) =>
      [...days].map(([day, tally]) => ({ organization, content, day, ...tally })),
    ),
  }
}

function visitKeys(measured: Map<string, Measured>, arrivals: Arrival[]) {
  return new Map(
    arrivals.map(({ batch }) => {
      const { organization, content } = measured.get(batch.pattern) as Measured
      return [keyOf(batch), { organization, content, visit: batch.visit }]
    }),
  )
}

function applyTo(changes: Changes, visits: Map<string, Visit>, arrival: Arrival): void {
  const key = keyOf(arrival.batch)
  let visit = visits.get(key)
  if (!visit) {
    visit = newVisit(arrival, changes.measured)
    visits.set(key, visit)
    beginVisit(changes, visit)
  }
  applyArrival(changes, visit, arrival)
}

function keyOf({ pattern, visit }: { pattern: string; visit: string }): string {
  return `${visit}${pattern}`
}

function noChanges(measured: Measured, tally: TallyState | undefined, dropped: Changes['dropped']): Changes {
  return { measured, tally: tally ?? emptyTally(), days: new Map(), dropped }
}

function emptyTally(): TallyState {
  return {
    ...{ visits: 0, views: 0, clicks: 0, ms: 0, last: 0, received: 0 },
    ...{ items: [], report: [], recent: [], dropped: {} },
  }
}

function registerFigures({ metrics }: Service) {
  const stored = new Counter({
    name: 'motif_events_stored_total',
    help: 'Events that were stored, each counted once.',
    registers: [metrics],
  })
  const dropped = new Counter({
    name: 'motif_events_dropped_total',
    help: 'Events that were dropped, by reason; the rest of their batches stands.',
    labelNames: ['reason'],
    registers: [metrics],
  })
  for (const reason of ['unknown_item', 'wrong_type', 'too_long', 'too_many_gaps']) dropped.inc({ reason }, 0)
  const watchWaiting = (bytes: () => number) =>
    new Gauge({
      name: 'motif_events_waiting_bytes',
      help: 'Bytes of batches that are not committed yet.',
      registers: [metrics],
      collect() {
        this.set(bytes())
      },
    })
  return { stored, dropped, watchWaiting }
}
