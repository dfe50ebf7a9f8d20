import type { PoolClient } from 'pg'
import type { OpenDatabase } from '../base/database/database.ts'
import { inTransaction } from '../base/database/transaction.ts'
import type { NoticeOutbox } from '../messages/outbox.ts'
import { applyArrival, countVisit, newVisit, refuseVisit } from './apply-arrivals.ts'
import { mayBegin } from './bounds.ts'
import type { Arrival, Changes, MeasuredVisit } from './changes.ts'
import { dayOf, openEventDays } from './event-days-sql.ts'
import { begunVisits, reachedGoal } from './happened.ts'
import type { MeasuredRecords } from './measured-records.ts'
import { type Presence, writePresence } from './presence-sql.ts'
import { findRecords, type KeptTally, readStates, type VisitKey } from './sql.ts'
import type { DropReason, Measured, TallyState } from './tally.ts'
import { type Writes, writeStates } from './write-states-sql.ts'

/** The result of a roll-up. */
export interface Written {
  /** How many events were stored for the first time. */
  events: number
  /** How many were dropped for the first time. */
  dropped: Map<DropReason, number>
  /** Whether notices were enqueued. */
  hasNotices: boolean
}

/** What the roll-up needs. */
export interface WriteOptions {
  store: OpenDatabase
  records: MeasuredRecords
  outbox: Pick<NoticeOutbox, 'wanted'>
}

/** SQLSTATEs after which it is retried at once: a deadlock, a serialization failure, a day without a partition. */
const retriedStates = new Set(['40P01', '40001', '23514'])

/**
 * Writes arrivals into visits, tallies and events, in one transaction. Arrivals that were written before change
 * nothing, and those of a deleted record are dropped.
 */
export async function writeArrivals(options: WriteOptions, arrivals: Arrival[]): Promise<Written> {
  const { store } = options
  try {
    return await inTransaction(store, (client) => writeGroup(options, client, arrivals))
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!retriedStates.has(code)) throw error
    if (code === '23514') await openEventDays(store.db)
    return inTransaction(store, (client) => writeGroup(options, client, arrivals))
  }
}

async function writeGroup(
  { store, records, outbox }: WriteOptions,
  client: PoolClient,
  arrivals: Arrival[],
): Promise<Written> {
  const patterns = [...new Set(arrivals.map(({ batch }) => batch.pattern))].sort()
  const known = new Map(patterns.map((pattern) => [pattern, records.get(pattern)]))
  const found = await findRecords(
    client,
    patterns,
    patterns.map((pattern) => known.get(pattern)?.revision ?? null),
    store.kind === 'postgres',
  )
  const measured = new Map(
    found.map((record) => [record.pattern, records.learn(record, known.get(record.pattern))]),
  )
  const kept = arrivals.filter(({ batch }) => measured.has(batch.pattern))
  if (kept.length === 0) return { events: 0, dropped: new Map(), hasNotices: false }
  return writeKept(client, outbox, measured, kept)
}

async function writeKept(
  client: PoolClient,
  outbox: WriteOptions['outbox'],
  measured: Map<string, Measured>,
  arrivals: Arrival[],
): Promise<Written> {
  const records = [...measured.values()]
  const keys = visitKeys(measured, arrivals)
  const known = await readStates(client, records, [...keys.values()])
  const dropped = new Map<DropReason, number>()
  const changes = new Map(
    records.map((record, at) => [record, noChanges(record, known.tallies[at], dropped)] as const),
  )
  const visits = new Map<string, MeasuredVisit>()
  ;[...keys].forEach(([key, { visit }], at) => {
    const kept = known.visits[at]
    if (kept) visits.set(key, { ...kept, visit, events: [] })
  })
  for (const arrival of arrivals) {
    const record = measured.get(arrival.batch.pattern) as Measured
    applyTo(changes.get(record) as Changes, visits, arrival)
  }
  const happened = [
    ...begunVisits(keys, visits, known),
    ...records.flatMap((record, at) =>
      known.tallies[at]?.reached ? [] : reachedGoal(changes.get(record) as Changes),
    ),
  ]
  const happenings = await outbox.wanted((text, values) => client.query(text, values), happened)
  const writes = { ...toWrites(keys, visits, [...changes.values()]), happenings }
  await writeStates(client, writes)
  await writePresence(client, toPresence(keys, visits))
  const events = writes.visits.reduce((sum, each) => sum + each.events.length, 0)
  return { events, dropped, hasNotices: happenings.length > 0 }
}

function toWrites(
  keys: Map<string, VisitKey>,
  visits: Map<string, MeasuredVisit>,
  changes: Changes[],
): Omit<Writes, 'happenings'> {
  return {
    day: dayOf(Date.now()),
    visits: [...visits].map(([key, visit]) => ({ ...(keys.get(key) as VisitKey), ...visit })),
    tallies: changes.map(({ measured: { organization, content }, tally, begun, span }) => ({
      organization,
      content,
      state: tally,
      begun,
      span,
    })),
    days: changes.flatMap(({ measured: { organization, content }, days }) =>
      [...days].map(([day, tally]) => ({ organization, content, day, ...tally })),
    ),
  }
}

function toPresence(keys: Map<string, VisitKey>, visits: Map<string, MeasuredVisit>) {
  return [...visits].flatMap(([key, { presence }]): (VisitKey & Presence)[] =>
    presence ? [{ ...(keys.get(key) as VisitKey), ...presence }] : [],
  )
}

function visitKeys(measured: Map<string, Measured>, arrivals: Arrival[]) {
  return new Map(
    arrivals.map(({ batch }) => {
      const { organization, content } = measured.get(batch.pattern) as Measured
      return [keyOf(batch), { organization, content, visit: batch.visit }]
    }),
  )
}

function applyTo(changes: Changes, visits: Map<string, MeasuredVisit>, arrival: Arrival): void {
  const key = keyOf(arrival.batch)
  let visit = visits.get(key)
  if (!visit) {
    if (!mayBegin(changes.begun, arrival.arrivedAt)) {
      refuseVisit(changes, arrival)
      return
    }
    visit = newVisit(arrival, changes.measured)
    visits.set(key, visit)
    countVisit(changes, visit)
  }
  applyArrival(changes, visit, arrival)
}

function keyOf({ pattern, visit }: { pattern: string; visit: string }): string {
  return `${visit}${pattern}`
}

function noChanges(measured: Measured, kept: KeptTally | undefined, dropped: Changes['dropped']): Changes {
  const { state: tally, begun } = kept ?? { state: emptyTally(), begun: { since: 0, visits: 0 } }
  const span = { first: null, last: null, reached: false }
  return { measured, tally, begun, span, days: new Map(), dropped }
}

function emptyTally(): TallyState {
  return {
    visits: 0,
    views: 0,
    clicks: 0,
    ms: 0,
    last: 0,
    received: 0,
    items: [],
    report: [],
    recent: [],
    dropped: {},
  }
}
