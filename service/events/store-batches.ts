import type { PoolClient } from 'pg'
import type { OpenDatabase } from '../base/database/database.ts'
import { inTransaction, isRetried } from '../base/database/transaction.ts'
import { againWhenLost } from '../base/database/unavailable.ts'
import type { Happening } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { type Arrival, applyBatch } from './apply-batch.ts'
import { mostNumbers } from './bounds.ts'
import type { ChangedVisit, Changes } from './changes.ts'
import { openEventDays } from './event-days-sql.ts'
import type { MeasuredRecords } from './measured-records.ts'
import { settleVisits } from './settle-visits.ts'
import { findRecords, readKnownTallies, readKnownVisits, readNumbers } from './sql.ts'
import type { DropReason, Measured, Tally, VisitKey } from './tally.ts'
import { type Writes, writeRows } from './write-rows-sql.ts'

/** What became of a group of batches. */
export interface Stored {
  /** For each batch, whether its pattern names a record that may be visited. */
  found: boolean[]
  /** How many events were stored for the first time. */
  events: number
  /** How many were dropped for the first time, as far as their visits can remember them. */
  dropped: Map<DropReason, number>
  /** Whether notices were enqueued. */
  hasNotices: boolean
}

interface StoreOptions {
  store: Pick<OpenDatabase, 'db' | 'kind' | 'pool'>
  records: MeasuredRecords
  outbox: Pick<NoticeOutbox, 'wanted'>
}

/** SQLSTATE: a day has no partition. */
const noPartition = '23514'

/**
 * Stores batches in one transaction: locks their records, inserts what is new, raises durations, adds the difference to
 * the tallies. Batches that were stored before change nothing.
 */
export async function storeBatches(options: StoreOptions, arrivals: Arrival[]): Promise<Stored> {
  const { store } = options
  // Also if only the answer to the commit was lost: what is stored already changes nothing.
  const storeAll = () =>
    againWhenLost(() => inTransaction(store, (client) => storeGroup(options, client, arrivals)))
  try {
    return await storeAll()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code !== noPartition && !isRetried(error)) throw error
    if (code === noPartition) await openEventDays(store.db)
    return storeAll()
  }
}

async function storeGroup(
  { store, records, outbox }: StoreOptions,
  client: PoolClient,
  arrivals: Arrival[],
): Promise<Stored> {
  const patterns = [...new Set(arrivals.map(({ batch }) => batch.pattern))].sort()
  const known = new Map(patterns.map((pattern) => [pattern, records.get(pattern)]))
  const revisions = patterns.map((pattern) => known.get(pattern)?.revision ?? null)
  const found = await findRecords(client, patterns, revisions, store.kind === 'postgres')
  const measured = new Map(
    found.map((record) => [record.pattern, records.learn(record, known.get(record.pattern))]),
  )
  const dropped: Stored['dropped'] = new Map()
  const stored = { found: arrivals.map(({ batch }) => measured.has(batch.pattern)), dropped }
  if (measured.size === 0) return { ...stored, events: 0, hasNotices: false }
  const kept = arrivals.filter(({ batch }) => measured.has(batch.pattern))
  const changes = await readChanges(client, measured, kept)
  for (const arrival of kept)
    applyBatch(changes.get(arrival.batch.pattern) as Changes, arrival, (reason, by = 1) => {
      dropped.set(reason, (dropped.get(reason) ?? 0) + by)
    })
  const all = [...changes.values()]
  const before = countedVisits(all)
  await settleVisits(client, all)
  const happenings = await outbox.wanted(
    (text, values) => client.query(text, values),
    all.flatMap((each) => happenedIn(each, before)),
  )
  const writes = { ...toWrites(all), happenings }
  await writeRows(client, writes)
  const events = writes.events.filter((event) => !event.dropped).length
  return { ...stored, events, hasNotices: happenings.length > 0 }
}

/** What is stored of the records, of the visits of these batches, and of the numbers that they repeat. */
async function readChanges(
  client: PoolClient,
  measured: Map<string, Measured>,
  arrivals: Arrival[],
): Promise<Map<string, Changes>> {
  const records = [...measured]
  const keys = visitKeysOf(measured, arrivals)
  const tallies = await readKnownTallies(
    client,
    records.map(([, record]) => record),
  )
  const changes = new Map(
    records.map(([pattern, record], at): [string, Changes] => [
      pattern,
      { measured: record, tally: tallies[at] ?? emptyTally(record), visits: new Map(), days: new Map() },
    ]),
  )
  const visits = await readKnownVisits(
    client,
    keys.map(({ pattern, ...key }) => key),
  )
  keys.forEach(({ pattern }, at) => {
    const known = visits[at]
    if (!known) return
    const { isGone, ...visit } = known
    const changed = { visit, isNew: false, isGone, numbers: new Map(), signs: {} }
    changes.get(pattern)?.visits.set(visit.visit, changed)
  })
  await readKnownNumbers(client, changes, arrivals)
  return changes
}

function visitKeysOf(
  measured: Map<string, Measured>,
  arrivals: Arrival[],
): (VisitKey & { pattern: string })[] {
  const keys = new Map(
    arrivals.flatMap(({ batch: { pattern, visit } }) => {
      const record = measured.get(pattern)
      if (!record) return []
      const { organization, content } = record
      return [[`${visit}${pattern}`, { organization, content, visit, pattern }] as const]
    }),
  )
  return [...keys.values()]
}

/** A number above the highest that a visit has used is new: only the others are looked for. */
async function readKnownNumbers(
  client: PoolClient,
  changes: Map<string, Changes>,
  arrivals: Arrival[],
): Promise<void> {
  const asked = arrivals.flatMap(({ batch: { pattern, visit, events } }) => {
    const known = changes.get(pattern)?.visits.get(visit)
    if (!known) return []
    const { organization, content, day, last } = known.visit
    const repeated = events.filter(({ seq }) => seq <= Math.min(last, mostNumbers))
    return repeated.map(({ seq }) => ({ organization, content, visit, seq, day, numbers: known.numbers }))
  })
  for (const [day, numbers] of Map.groupBy(asked, (number) => number.day)) {
    const visits = new Map(numbers.map((each) => [`${each.content} ${each.visit}`, each.numbers]))
    for (const row of await readNumbers(client, day, numbers))
      visits.get(`${row.content} ${row.visit}`)?.set(row.seq, row)
  }
}

function toWrites(changes: Changes[]): Omit<Writes, 'happenings'> {
  const visits = changes.flatMap(({ visits }) => [...visits.values()])
  const numbers = visits.flatMap(({ numbers }) => [...numbers.values()])
  return {
    visits: visits.map(({ visit }) => visit),
    tallies: changes.map(({ tally }) => tally),
    days: changes.flatMap(({ measured: { organization, content }, days }) =>
      [...days].map(([day, tally]) => ({ organization, content, day, ...tally })),
    ),
    events: numbers.filter(({ change }) => change === 'new'),
    grown: numbers.filter(({ change }) => change === 'grown'),
  }
}

/** The visits that are in the results. */
function countedVisits(all: Changes[]): Set<ChangedVisit> {
  return new Set(all.flatMap(({ visits }) => [...visits.values()].filter(({ visit }) => visit.counted)))
}

/**
 * What webhooks and alerts may want to know: visits that have become a person's, those of somebody who came before, the first
 * goal of a record, and what was read for longer than before.
 */
function happenedIn(
  { measured, visits, tally, goal, reads = [] }: Changes,
  known: Set<ChangedVisit>,
): Happening[] {
  const { organization, content } = measured
  const of = { organization, content }
  const begun = [...visits.values()]
    .filter((each) => each.visit.counted && !known.has(each))
    .map(({ visit }) => visit)
    .sort((one, other) => one.began - other.began)
  const before = tally.visits - begun.length
  return [
    ...begun.flatMap(({ visit, began }, at): Happening[] => {
      const told = { ...of, visit, key: `${content} ${visit}`, at: began }
      const isReturn = before + at > 0
      return [
        { ...told, type: 'visit.started' },
        ...(isReturn ? [{ ...told, type: 'visit.returned' as const }] : []),
      ]
    }),
    ...(goal
      ? [{ ...of, visit: goal.visit, type: 'goal.reached' as const, key: content, at: goal.date }]
      : []),
    ...reads.map(
      ({ visit, item, fromMs, toMs, date }): Happening => ({
        ...of,
        visit,
        type: 'item.read',
        key: `${content} ${visit}`,
        detail: item,
        fromMs,
        toMs,
        at: date,
      }),
    ),
  ]
}

function emptyTally({ organization, content }: Measured): Tally {
  return {
    organization,
    content,
    visits: 0,
    views: 0,
    clicks: 0,
    ms: 0,
    lost: 0,
    others: 0,
    health: 'unknown',
    dropped: {},
    first: null,
    latest: null,
    reached: false,
    reachedAt: null,
    hourBegan: 0,
    hourVisits: 0,
    itemVisits: [],
    itemEvents: [],
    itemMs: [],
    histograms: {},
    reports: 0,
    applied: [],
    missing: [],
    refused: [],
    contested: [],
    lacking: [],
  }
}
