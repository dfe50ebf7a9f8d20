import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createGroups, within } from '../../base/concurrency.ts'
import type { OpenDatabase } from '../../base/database/database.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { DomainError } from '../../base/words/errors.ts'
import type { Arrival } from './apply-batch.ts'
import { dropReasons } from './changes.ts'
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

/** Some megabytes, if all are as large as they may be. */
const mostTogether = 100
const mostWaitingBytes = 32 * 1024 * 1024
/** A write takes milliseconds: a batch that has waited for so long waits for a database that stalls. */
const longestWaitMs = 10_000
const retryAfterSeconds = 5

/**
 * Creates the collector. Batches that arrive while others are being stored share the next transaction: a lone one is stored
 * at once. One that cannot be stored is refused; its sender sends it again, and numbers tell what was committed after all.
 */
export function createCollector(options: CollectorOptions) {
  const { store: database, log, metrics, outbox, onNotices } = options
  const records = createMeasuredRecords()
  const storing = { store: { ...database, ...database.priority }, records, outbox }
  let waitingBytes = 0
  const count = registerCollectorMetrics(metrics, () => waitingBytes)
  const store = createGroups({ keyOf: () => '', most: mostTogether, work: storeTogether })

  async function storeTogether(arrivals: Arrival[]): Promise<boolean[]> {
    const stored = await storeBatches(storing, arrivals).catch((error) => {
      log.error({ err: error }, 'events could not be stored')
      throw error
    })
    count(stored)
    if (stored.hasNotices) onNotices()
    return stored.found
  }

  async function collect(arrival: Arrival, bytes: number): Promise<boolean> {
    if (waitingBytes + bytes > mostWaitingBytes) throwUnavailable()
    waitingBytes += bytes
    const stored = store(arrival).finally(() => {
      waitingBytes -= bytes
    })
    return (await within(longestWaitMs, stored).catch(() => undefined)) ?? throwUnavailable()
  }

  return {
    /**
     * Resolves once the batch is committed: true, or false if its pattern names no record that may be visited.
     * Rejects with `unavailable` when the database stalls. Takes the bytes of memory of the batch, too.
     */
    collect,
    /** Whether the record of the pattern is in memory. It costs no query. */
    knows: (pattern: string) => records.get(pattern) !== undefined,
  }
}

function throwUnavailable(): never {
  throw new DomainError('unavailable', '', retryAfterSeconds)
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
