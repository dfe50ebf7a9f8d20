import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { newId } from '../model/ids.ts'
import type { NoticeOutbox } from '../notices/outbox.ts'
import { keepArrivals } from '../store/arrivals.ts'
import type { OpenDatabase } from '../store/database.ts'
import { findRecords } from '../store/events.ts'
import { onConnection } from '../store/transaction.ts'
import { encodeArrivals } from './arrival-codec.ts'
import type { Arrival } from './changes.ts'
import { registerCollectorMetrics } from './collector-metrics.ts'
import { createGroupCommit } from './group-commit.ts'
import { createMeasuredRecords, type MeasuredRecords } from './measured-records.ts'
import { createRollUp } from './roll-up.ts'

/** Takes batches: see `createCollector`. */
export interface Collector {
  /**
   * Resolves once the batch is committed: true, or false where its pattern names no completed content record.
   * Rejects with `unavailable` when the database stalls. `bytes` is what the batch holds in memory.
   */
  collect(arrival: Arrival, bytes: number): Promise<boolean>
  /** Whether the pattern is of a record that is in memory, which costs no look-up to find. */
  knows(pattern: string): boolean
  /** Resolves once every batch that was answered is rolled up. */
  flush(): Promise<void>
  /** Stops what runs by the clock, and flushes. */
  finish(): Promise<void>
}

/** With what the collector works. */
export interface CollectorOptions {
  store: OpenDatabase
  log: Logger
  metrics: Registry
  outbox: Pick<NoticeOutbox, 'wanted'>
  /** Told after the commit when webhooks are to be told of something. */
  onTold(): void
}

/** 32 MiB, and a write takes milliseconds: what waits longer than 10 s waits for a database that stalls. */
const limits = { items: 200, bytes: 32 * 1024 * 1024, ageMs: 10_000 }

/**
 * The collector: what arrives while a row of batches is being kept goes into the next row. A batch is answered when
 * its row is committed; the roll-up takes it from there.
 */
export function createCollector(options: CollectorOptions): Collector {
  const { store, log, metrics, outbox, onTold } = options
  const records = createMeasuredRecords()
  const writer = newId()
  const rollUp = createRollUp({
    store,
    log,
    records,
    writer,
    outbox,
    onTold,
    onWritten: (written) => figures.countWritten(written),
    onSetAside: () => figures.countSetAside(),
  })
  const keep = keepRows({ ...store, ...store.first }, records, writer)
  const group = createGroupCommit(
    async (arrivals: Arrival[]) => {
      await rollUp.catchUp()
      const found = await keep(arrivals)
      rollUp.schedule(arrivals.length)
      return found
    },
    limits,
    (error) => log.error({ err: error }, 'events could not be kept'),
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
 * Keeps arrivals in a row, and says of each whether its record is there. What is refused is not kept beside the others: it
 * would be counted.
 */
function keepRows(store: OpenDatabase, records: MeasuredRecords, writer: string) {
  let number = 0
  return (arrivals: Arrival[]): Promise<boolean[]> =>
    onConnection(store, async (client) => {
      const patterns = [...new Set(arrivals.map(({ batch }) => batch.pattern))]
      await learnRecords(client, records, patterns)
      const open = new Set(patterns.filter((pattern) => records.get(pattern)))
      for (let isKept = false; !isKept && open.size > 0; ) {
        const kept = arrivals.filter(({ batch }) => open.has(batch.pattern))
        number += 1
        const gone = await keepArrivals(client, { writer, number, batches: encodeArrivals(kept) }, [...open])
        for (const pattern of gone) open.delete(pattern)
        isKept = gone.size === 0
      }
      return arrivals.map(({ batch }) => open.has(batch.pattern))
    })
}

/** A pattern that names no record is not kept: anybody can make up any number of them. */
async function learnRecords(client: PoolClient, records: MeasuredRecords, patterns: string[]): Promise<void> {
  const unknown = patterns.filter((pattern) => !records.get(pattern))
  if (unknown.length === 0) return
  const found = await findRecords(
    client,
    unknown,
    unknown.map(() => null),
    false,
  )
  for (const record of found) records.learn(record)
}
