import { Counter, Gauge, type Registry } from 'prom-client'
import type { Stored } from './store-batches.ts'
import { dropReasons } from './tally.ts'

/**
 * Registers the metrics of the collector, and returns a function that counts what was stored.
 *
 * @param waitingBytes bytes of batches that are not committed yet
 */
export function registerCollectorMetrics(
  metrics: Registry,
  waitingBytes: () => number,
): (stored: Stored) => void {
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
