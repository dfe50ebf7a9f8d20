import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { OpenDatabase } from '../store/database.ts'
import {
  claimMaintenance,
  endMaintenance,
  maintenanceLeaseSeconds,
  renewMaintenance,
} from '../store/maintenance.ts'
import { createRewriting } from '../store/rewriting.ts'
import { registerMaintenanceMetrics } from './maintenance-metrics.ts'
import { type TaskName, tasks } from './tasks.ts'

/** What a task did. */
export interface TaskDone {
  task: TaskName
  /** What the task's number counts: see `tasks`. */
  count: number
  seconds: number
}

/** Keeps the database in order: see `createMaintenance`. */
export interface Maintenance {
  /**
   * Does all of it now, after whatever another replica is at. Rejects with the first failure once every task had its
   * turn. `now` is milliseconds since 1970.
   */
  run(now?: number): Promise<TaskDone[]>
  /** Begins to do it by the clock. */
  start(): void
  /** Resolves once what is under way has ended. */
  finish(): Promise<void>
}

interface MaintenanceOptions {
  store: OpenDatabase
  log: Logger
  metrics: Registry
  config: { eventsRetentionDays: number }
}

/** With what it takes to look whether it is due and to do it, no hour passes without. */
const everySeconds = 50 * 60
const lookMs = 60_000
const claimPollMs = 250

/**
 * Creates the room of maintenance: places for the events to come, old events and visits, answers past their time, and
 * on the embedded database what was deleted. One process at a time does it, whichever finds it due first.
 */
export async function createMaintenance(options: MaintenanceOptions): Promise<Maintenance> {
  const { store, log, metrics, config } = options
  const { db } = store
  const rewriting = await createRewriting(store)
  const figures = registerMaintenanceMetrics(metrics)
  const retentionDays = config.eventsRetentionDays
  /** What this process does, one after the other. */
  const inTurn = pLimit(1)
  let timer: NodeJS.Timeout | undefined
  const ending = new AbortController()

  async function claimAndDo(lease: string, seconds: number, now: number): Promise<TaskDone[] | undefined> {
    if (!(await claimMaintenance(db, lease, seconds))) return undefined
    const renewal = setInterval(
      () => void renewMaintenance(db, lease).catch(() => {}),
      maintenanceLeaseSeconds * 250,
    )
    try {
      const done = await doAll(now)
      await endMaintenance(db, lease, !ending.signal.aborted)
      return done
    } catch (error) {
      await endMaintenance(db, lease, false)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  async function doAll(now: number): Promise<TaskDone[]> {
    const done: TaskDone[] = []
    const failures: unknown[] = []
    for (const task of Object.keys(tasks) as TaskName[]) {
      if (ending.signal.aborted) break
      await doTask(task, now).then(
        (result) => done.push(result),
        (error) => {
          figures.failed(task)
          log.error({ err: error, task }, 'a task of maintenance failed; it will be tried again')
          failures.push(error)
        },
      )
    }
    if (failures.length > 0) throw failures[0]
    return done
  }

  async function doTask(task: TaskName, now: number): Promise<TaskDone> {
    const began = performance.now()
    const count = await tasks[task].run({
      store: { ...store, ...store.patient },
      rewriting,
      retentionDays,
      now,
      signal: ending.signal,
    })
    const seconds = (performance.now() - began) / 1000
    figures.done(task, count, seconds, now)
    return { task, count, seconds }
  }

  async function run(now = Date.now()): Promise<TaskDone[]> {
    return inTurn(async () => {
      for (;;) {
        const done = await claimAndDo(randomUUID(), 0, now)
        if (done) return done
        await wait(claimPollMs)
      }
    })
  }

  async function doIfDue(): Promise<void> {
    const done = await inTurn(() => claimAndDo(randomUUID(), everySeconds, Date.now()))
    if (done) log.info({ done }, 'maintenance done')
  }

  return {
    run,
    start() {
      timer = setInterval(() => {
        // Each task that failed has been logged; anything else is a database that does not answer.
        void doIfDue().catch(() => {})
      }, lookMs)
    },
    async finish() {
      clearInterval(timer)
      ending.abort()
      await inTurn(rewriting.finish)
    },
  }
}
