import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import type { Service } from '../service.ts'
import type { Written } from './write-arrivals.ts'

/** What `/metrics` says of the collector. */
export interface CollectorFigures {
  count(written: Written): void
}

/** The longest that `/metrics` waits for what was answered to be counted. */
const longestMs = 1000

/**
 * Registers the figures of the collector.
 *
 * @param waitingBytes bytes of batches that are not committed yet
 * @param settle resolves once all that was answered is counted
 */
export function registerFigures(
  { metrics }: Pick<Service, 'metrics'>,
  waitingBytes: () => number,
  settle: () => Promise<void>,
): CollectorFigures {
  const collect = () => Promise.race([settle().catch(() => {}), wait(longestMs, undefined, { ref: false })])
  const stored = new Counter({
    name: 'motif_events_stored_total',
    help: 'Events that were stored, each counted once.',
    registers: [metrics],
    collect,
  })
  const dropped = new Counter({
    name: 'motif_events_dropped_total',
    help: 'Events that were dropped, by reason; the rest of their batches stands.',
    labelNames: ['reason'],
    registers: [metrics],
    collect,
  })
  for (const reason of ['unknown_item', 'wrong_type', 'too_long', 'too_many_gaps']) dropped.inc({ reason }, 0)
  new Gauge({
    name: 'motif_events_waiting_bytes',
    help: 'Bytes of batches that are not committed yet.',
    registers: [metrics],
    collect() {
      this.set(waitingBytes())
    },
  })
  return {
    count(written) {
      stored.inc(written.events)
      for (const [reason, count] of written.dropped) dropped.inc({ reason }, count)
    },
  }
}
