import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { OpenDatabase } from '../../base/database/database.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import type { Arrival } from './apply-batch.ts'
import { dropReasons } from './changes.ts'
import { createGroupCommit } from './group-commit.ts'
import { createMeasuredRecords } from './measured-records.ts'
import { type Stored, storeBatches } from './store-batches.ts'

/** Accepts batches. */
export type Collector = ReturnType<typeof createCollector>

interface CollectorOptions {
  store: OpenDatabase
  log: Logger
  metrics: Registry
  outbox: Pick<NoticeOutbox, 'wantsOf' | 'dated'>
  onNotices(): void
}

/** A write takes milliseconds: a batch that has waited for 10 s waits for a database that stalls. */
const limits = { items: 200, bytesTogether: 2 * 1024 * 1024, bytes: 32 * 1024 * 1024, ageMs: 10_000 }

/** Creates the collector. Batches that arrive while others are being stored share the next transaction. */
export function createCollector(options: CollectorOptions) {
  const { store, log, metrics, outbox, onNotices } = options
  const records = createMeasuredRecords()
  const storing = { store: { ...store, ...store.priority }, records, outbox }
  const group = createGroupCommit(
    async (arrivals: Arrival[]) => {
      const stored = await storeBatches(storing, arrivals)
      count(stored)
      if (stored.hasNotices) onNotices()
      return stored.found
    },
    limits,
    (error) => log.error({ err: error }, 'events could not be stored'),
  )
  const count = registerCollectorMetrics(metrics, group.waitingBytes)
  return {
    /**
     * Resolves once the batch is committed: true, or false if its pattern names no record that may be visited.
     * Rejects with `unavailable` when the database stalls. Takes the bytes of memory of the batch, too.
     */
    collect: group.add,
    /** Whether the record of the pattern is in memory. It costs no query. */
    knows: (pattern: string) => records.get(pattern) !== undefined,
  }
}

/** Registers the metrics, and returns a function that counts what was stored. */
function registerCollectorMetrics(metrics: Registry, waitingBytes: () => number): (stored: Stored) => void {
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
  for (const reason of dropReasons) dropped.inc({ reason }, 0)
  new Gauge({
    name: 'motif_events_waiting_bytes',
    help: 'Bytes of batches that are not committed yet.',
    registers: [metrics],
    collect() {
      this.set(waitingBytes())
    },
  })
  return ({ events, dropped: drops }) => {
    stored.inc(events)
    for (const [reason, count] of drops) dropped.inc({ reason }, count)
  }
}
