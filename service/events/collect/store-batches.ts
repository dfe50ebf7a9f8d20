import type { PoolClient } from 'pg'
import type { OpenDatabase } from '../../base/database/database.ts'
import { inTransaction, isRetried } from '../../base/database/transaction.ts'
import { againWhenLost } from '../../base/database/unavailable.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { openEventDays } from '../event-days-sql.ts'
import { hastyItems, isHasty, isOfPerson } from '../visit-kind.ts'
import { type Arrival, applyBatch, mostNumbers } from './apply-batch.ts'
import type { Changes, DropReason, Measured } from './changes.ts'
import { happenedIn } from './happened.ts'
import type { MeasuredRecords } from './measured-records.ts'
import { findRecords, readClicks, readKnownVisits, readNumbers, writeRows } from './sql.ts'

/** What became of a group of batches. */
export interface Stored {
  /** For each batch, whether its pattern names a record that may be visited. */
  found: boolean[]
  events: number
  /** How many were dropped for the first time, as far as their visits can remember them. */
  dropped: Map<DropReason, number>
  hasNotices: boolean
}

interface StoreOptions {
  store: Pick<OpenDatabase, 'db' | 'kind' | 'pool'>
  records: MeasuredRecords
  outbox: Pick<NoticeOutbox, 'wantsOf' | 'dated'>
}

/** SQLSTATE: a day has no partition. */
const noPartition = '23514'

/**
 * Stores batches in one transaction: locks their records, inserts what is new, raises durations, and marks the tallies that
 * are to be computed again. Batches that were stored before change nothing.
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
  const isFound = new Set(measured.map(({ pattern }) => pattern))
  const dropped: Stored['dropped'] = new Map()
  const changes = await readChanges(
    client,
    measured.filter(({ test }) => !test),
    arrivals,
  )
  for (const arrival of arrivals) {
    const changed = changes.get(arrival.batch.pattern)
    if (changed)
      applyBatch(changed, arrival, (reason, by = 1) => dropped.set(reason, (dropped.get(reason) ?? 0) + by))
  }
  const stored = { found: arrivals.map(({ batch }) => isFound.has(batch.pattern)), dropped }
  const all = [...changes.values()]
  if (all.length === 0) return { ...stored, events: 0, hasNotices: false }
  await findHaste(client, all)
  const wants = await outbox.wantsOf(
    (text, values) => client.query(text, values),
    all.map(({ measured: { organization } }) => organization),
  )
  const happenings = outbox.dated(await happenedIn(client, all, wants))
  const visits = all.flatMap((each) => [...each.visits.values()]).filter(({ isGone }) => !isGone)
  const numbers = visits.flatMap((each) => [...each.numbers.values()])
  const events = numbers.filter(({ change }) => change === 'new')
  await writeRows(client, {
    visits: visits.map(({ visit }) => visit),
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

/** What is stored of the visits of these batches, and of the numbers that they repeat, by pattern. */
async function readChanges(
  client: PoolClient,
  records: Measured[],
  arrivals: Arrival[],
): Promise<Map<string, Changes>> {
  const changes = new Map(
    records.map((measured): [string, Changes] => [measured.pattern, { measured, visits: new Map() }]),
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
    const { measured, visits } = byContent.get(visit.content) as Changes
    const reachedGoal = measured.goal !== undefined && visit.items.includes(measured.goal)
    const before = { isPerson: isOfPerson(visit), reachedGoal }
    visits.set(visit.visit, { visit, isNew: false, isGone, before, clicks: [], numbers: new Map() })
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

/** Finds those who click faster than a person can, among visits that no earlier batch has shown to be a person's. */
async function findHaste(client: PoolClient, all: Changes[]): Promise<void> {
  const suspects = all.flatMap(({ measured, visits }) => {
    const clickable = [...measured.items.values()].filter(({ type }) => type === 'click')
    return [...visits.values()].filter(
      ({ visit, clicks }) =>
        clicks.length > 0 &&
        clickable.filter(({ index }) => visit.items.includes(index)).length >= hastyItems,
    )
  })
  const known = suspects.filter(({ isNew }) => !isNew).map(({ visit }) => visit)
  const before = await readClicks(client, known)
  for (const { visit, clicks } of suspects) {
    const own = before.filter((row) => row.content === visit.content && row.visit === visit.visit)
    if (isHasty([...own, ...clicks])) visit.hasty = true
  }
}
