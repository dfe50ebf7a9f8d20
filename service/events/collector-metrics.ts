import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { dropReasons } from './tally.ts'
import type { Written } from './write-arrivals.ts'

/** How long `/metrics` waits until all acknowledged events are counted. */
const longestMs = 1000

/**
 * Registers the metrics of the collector, and returns functions that count what was written and set aside.
 *
 * @param waitingBytes bytes of batches that are not committed yet
 * @param flush resolves once all acknowledged events are counted
 */
export function registerCollectorMetrics(
  metrics: Registry,
  waitingBytes: () => number,
  flush: () => Promise<void>,
): { countWritten(written: Written): void; countSetAside(): void } {
  const collect = () => Promise.race([flush().catch(() => {}), wait(longestMs, undefined, { ref: false })])
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
  for (const reason of dropReasons) dropped.inc({ reason }, 0)
  new Gauge({
    name: 'motif_events_waiting_bytes',
    help: 'Bytes of batches that are not committed yet.',
    registers: [metrics],
    collect() {
      this.set(waitingBytes())
    },
  })
  const setAside = new Counter({
    name: 'motif_batches_set_aside_total',
    help: 'Batches of events that can never be rolled up and were put into arrival_aside for people to look at.',
    registers: [metrics],
  })
  return {
    countWritten(written) {
      stored.inc(written.events)
      for (const [reason, count] of written.dropped) dropped.inc({ reason }, count)
    },
    countSetAside: () => setAside.inc(),
  }
}
