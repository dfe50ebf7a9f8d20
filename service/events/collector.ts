import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { OpenDatabase } from '../base/database/database.ts'
import { onConnection } from '../base/database/transaction.ts'
import { newId } from '../base/words/ids.ts'
import type { NoticeOutbox } from '../messages/outbox.ts'
import { encodeArrivals } from './arrival-codec.ts'
import { keepArrivals } from './arrivals-sql.ts'
import type { Arrival } from './changes.ts'
import { registerCollectorMetrics } from './collector-metrics.ts'
import { createGroupCommit } from './group-commit.ts'
import { createMeasuredRecords, type MeasuredRecords } from './measured-records.ts'
import { createRollUp } from './roll-up.ts'
import { findRecords } from './sql.ts'

/** Accepts batches: see `createCollector`. */
export interface Collector {
  /**
   * Resolves once the batch is committed: true, or false where its pattern names no completed content record.
   * Rejects with `unavailable` when the database stalls. `bytes` is the memory that the batch takes.
   */
  collect(arrival: Arrival, bytes: number): Promise<boolean>
  /** Whether the record of the pattern is in memory. It costs no query. */
  knows(pattern: string): boolean
  /** Resolves once every acknowledged batch is rolled up. */
  flush(): Promise<void>
  /** Stops its timers, and flushes. */
  finish(): Promise<void>
}

/** What the collector needs. */
export interface CollectorOptions {
  store: OpenDatabase
  log: Logger
  metrics: Registry
  outbox: Pick<NoticeOutbox, 'wanted'>
  /** Called after a commit that has enqueued notices. */
  onNotices(): void
}

/** A write takes milliseconds: a batch that has waited for 10 s waits for a database that stalls. */
const limits = { items: 200, bytes: 32 * 1024 * 1024, ageMs: 10_000 }

/**
 * Creates the collector. Batches that arrive while a row is being written go into the next row. A batch is acknowledged
 * when its row is committed; then the roll-up takes over.
 */
export function createCollector(options: CollectorOptions): Collector {
  const { store, log, metrics, outbox, onNotices } = options
  const records = createMeasuredRecords()
  const writer = newId()
  const rollUp = createRollUp({
    store,
    log,
    records,
    writer,
    outbox,
    onNotices,
    onWritten: (written) => figures.countWritten(written),
    onSetAside: () => figures.countSetAside(),
  })
  const keep = keepRows({ ...store, ...store.priority }, records, writer)
  const group = createGroupCommit(
    async (arrivals: Arrival[]) => {
      await rollUp.catchUp()
      const found = await keep(arrivals)
      rollUp.schedule(arrivals.length)
      return found
    },
    limits,
    (error) => log.error({ err: error }, 'events could not be stored'),
  )
  const figures = registerCollectorMetrics(metrics, group.waitingBytes, rollUp.flush)
  return {
    collect: group.add,
    knows: (pattern) => records.get(pattern) !== undefined,
    flush: rollUp.flush,
    finish: rollUp.finish,
  }
}

/**
 * Returns a function that stores arrivals in a row, and returns for each whether its record exists. One without a
 * record is not stored with the others: it could be counted later.
 */
function keepRows(store: OpenDatabase, records: MeasuredRecords, writer: string) {
  let number = 0
  return (arrivals: Arrival[]): Promise<boolean[]> =>
    onConnection(store, async (client) => {
      const patterns = [...new Set(arrivals.map(({ batch }) => batch.pattern))]
      const open = await patternsWithRecord(client, records, patterns)
      for (let isStored = false; !isStored && open.size > 0; ) {
        const batches = encodeArrivals(arrivals.filter(({ batch }) => open.has(batch.pattern)))
        number += 1
        const gone = await keepArrivals(client, { writer, number, batches }, [...open])
        for (const pattern of gone) open.delete(pattern)
        isStored = gone.size === 0
      }
      return arrivals.map(({ batch }) => open.has(batch.pattern))
    })
}

/**
 * Those of the patterns that name a record, as far as is known. Records that are read are added to the cache, which may
 * forget others of the group for them.
 */
async function patternsWithRecord(
  client: PoolClient,
  records: MeasuredRecords,
  patterns: string[],
): Promise<Set<string>> {
  const known = new Set(patterns.filter((pattern) => records.get(pattern)))
  const unknown = patterns.filter((pattern) => !known.has(pattern))
  if (unknown.length === 0) return known
  const found = await findRecords(
    client,
    unknown,
    unknown.map(() => null),
    false,
  )
  for (const record of found) records.learn(record)
  return new Set([...known, ...found.map(({ pattern }) => pattern)])
}
