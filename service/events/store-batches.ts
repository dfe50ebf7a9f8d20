import type { PoolClient } from 'pg'
import type { OpenDatabase } from '../base/database/database.ts'
import { inTransaction, isRetried } from '../base/database/transaction.ts'
import { againWhenLost } from '../base/database/unavailable.ts'
import type { Happening } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { type Arrival, applyBatch, mostNumbers } from './apply-batch.ts'
import { openEventDays } from './event-days-sql.ts'
import type { MeasuredRecords } from './measured-records.ts'
import type { ChangedVisit, Changes, DropReason, Measured, Tally } from './rows.ts'
import { settleVisits } from './settle-visits.ts'
import { findRecords, readKnownTallies, readKnownVisits, readNumbers, writeRows } from './sql.ts'

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
  const known = patterns.map((pattern) => records.get(pattern))
  const revisions = known.map((record) => record?.revision ?? null)
  const found = await findRecords(client, patterns, revisions, store.kind === 'postgres')
  const measured = found.map((record) => records.learn(record, known[patterns.indexOf(record.pattern)]))
  const dropped: Stored['dropped'] = new Map()
  const changes = await readChanges(client, measured, arrivals)
  for (const arrival of arrivals) {
    const changed = changes.get(arrival.batch.pattern)
    if (changed)
      applyBatch(changed, arrival, (reason, by = 1) => dropped.set(reason, (dropped.get(reason) ?? 0) + by))
  }
  const stored = { found: arrivals.map(({ batch }) => changes.has(batch.pattern)), dropped }
  const all = [...changes.values()]
  if (all.length === 0) return { ...stored, events: 0, hasNotices: false }
  const begun = await settleVisits(client, all)
  const happenings = await outbox.wanted(
    (text, values) => client.query(text, values),
    all.flatMap((each) => happenedIn(each, begun)),
  )
  const visits = all.flatMap((each) => [...each.visits.values()])
  const numbers = visits.flatMap((each) => [...each.numbers.values()])
  const events = numbers.filter(({ change }) => change === 'new')
  await writeRows(client, {
    visits: visits.map(({ visit }) => visit),
    tallies: all.map(({ tally }) => tally),
    days: all.flatMap(({ measured: { organization, content }, days }) =>
      [...days].map(([day, tally]) => ({ organization, content, day, ...tally })),
    ),
    events,
    grown: numbers.filter(({ change }) => change === 'grown'),
    happenings,
  })
  return {
    ...stored,
    events: events.filter(({ item }) => item !== null).length,
    hasNotices: happenings.length > 0,
  }
}

/** What is stored of the records, of the visits of these batches, and of the numbers that they repeat, by pattern. */
async function readChanges(
  client: PoolClient,
  records: Measured[],
  arrivals: Arrival[],
): Promise<Map<string, Changes>> {
  const tallies = new Map((await readKnownTallies(client, records)).map((tally) => [tally.content, tally]))
  const changes = new Map(
    records.map((measured): [string, Changes] => {
      const tally = tallies.get(measured.content) ?? emptyTally(measured)
      return [measured.pattern, { measured, tally, visits: new Map(), days: new Map(), reads: [] }]
    }),
  )
  const batches = arrivals.map(({ batch }) => batch).filter(({ pattern }) => changes.has(pattern))
  const keys = new Map(
    batches.map(({ pattern, visit }) => {
      const { organization, content } = (changes.get(pattern) as Changes).measured
      return [`${content} ${visit}`, { organization, content, visit }]
    }),
  )
  const byContent = new Map([...changes.values()].map((each) => [each.measured.content, each]))
  for (const { isGone, ...visit } of await readKnownVisits(client, [...keys.values()])) {
    const known = { visit, isNew: false, isGone, numbers: new Map(), signs: {} }
    byContent.get(visit.content)?.visits.set(visit.visit, known)
  }
  // A number above the highest that a visit has used is new: only the others are looked for.
  const repeated = batches.flatMap(({ pattern, visit, events }) => {
    const of = changes.get(pattern)?.visits.get(visit)?.visit
    if (!of) return []
    const { organization, content, day, given_out } = of
    const asked = events.filter(({ seq }) => seq <= Math.min(given_out, mostNumbers))
    return asked.map(({ seq }) => ({ organization, content, visit, day, seq }))
  })
  for (const row of await readNumbers(client, repeated))
    byContent.get(row.content)?.visits.get(row.visit)?.numbers.set(row.seq, row)
  return changes
}

/**
 * What webhooks and alerts may want to know: visits that have become a person's, those of somebody who came before, the first
 * goal of a record, and what was read for longer than before.
 */
function happenedIn(
  { measured, visits, tally, goal, reads }: Changes,
  counted: Set<ChangedVisit>,
): Happening[] {
  const { organization, content } = measured
  const of = { organization, content }
  const begun = [...visits.values()]
    .filter((each) => counted.has(each))
    .map(({ visit }) => ({ visit: visit.visit, at: visit.began_at.getTime() }))
    .sort((one, other) => one.at - other.at)
  const before = tally.visits - begun.length
  return [
    ...begun.flatMap(({ visit, at }, index): Happening[] => {
      const told = { ...of, visit, key: `${content} ${visit}`, at }
      const started = { ...told, type: 'visit.started' } as const
      return before + index > 0 ? [started, { ...told, type: 'visit.returned' }] : [started]
    }),
    ...(goal ? [{ ...of, ...goal, type: 'goal.reached' as const, key: content }] : []),
    ...reads.map(({ item, ...read }) => ({
      ...of,
      ...read,
      type: 'item.read' as const,
      key: `${content} ${read.visit}`,
      detail: item,
    })),
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
    first_visit: null,
    last_visit: null,
    reached: false,
    reached_at: null,
    hour_began: 0,
    hour_visits: 0,
    item_visits: [],
    item_events: [],
    item_ms: [],
    histograms: {},
    applied: [],
    missing: [],
    refused: [],
    contested: [],
  }
}
