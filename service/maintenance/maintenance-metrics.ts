import { Counter, Gauge, type Registry } from 'prom-client'
import { type TaskName, tasks } from './tasks.ts'

/** The metrics of maintenance in this process. */
export interface MaintenanceMetrics {
  done(task: TaskName, count: number, seconds: number, now: number): void
  failed(task: TaskName): void
}

/** Registers the metrics of maintenance. */
export function registerMaintenanceMetrics(metrics: Registry): MaintenanceMetrics {
  const shape = { labelNames: ['task'] as const, registers: [metrics] }
  const count = new Counter({
    ...shape,
    name: 'motif_maintenance_done_total',
    help: `What maintenance did, by task: ${Object.entries(tasks)
      .map(([task, { counts }]) => `${task}, ${counts}`)
      .join('; ')}.`,
  })
  const failures = new Counter({
    ...shape,
    name: 'motif_maintenance_failures_total',
    help: 'How often a task of maintenance failed; it is tried again within the hour.',
  })
  const duration = new Gauge({
    ...shape,
    name: 'motif_maintenance_seconds',
    help: 'How long a task of maintenance took when this process last did it.',
  })
  const ended = new Gauge({
    ...shape,
    name: 'motif_maintenance_ended_timestamp_seconds',
    help: 'When this process last did a task of maintenance. The newest of all replicas counts.',
  })
  for (const task of Object.keys(tasks)) for (const counter of [count, failures]) counter.inc({ task }, 0)
  return {
    done(task, done, seconds, now) {
      count.inc({ task }, done)
      duration.set({ task }, seconds)
      ended.set({ task }, now / 1000)
    },
    failed: (task) => failures.inc({ task }),
  }
}
