import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import { databaseNow, type OpenDatabase } from '../base/database/database.ts'
import {
  type AssertMine,
  assertClaimed,
  claimMaintenance,
  endMaintenance,
  maintenanceLeaseSeconds,
  renewMaintenance,
} from '../base/jobs/sql.ts'
import { UserError } from '../base/words/errors.ts'
import type { PageStates } from '../templates/page-states.ts'
import { keptFrom, type TaskName, tasks } from './tasks.ts'

/** Keeps the database in order: see `createMaintenance`. */
export type Maintenance = ReturnType<typeof createMaintenance>

interface MaintenanceOptions {
  store: OpenDatabase
  log: Logger
  metrics: Registry
  pages: Pick<PageStates, 'checkDue'>
  config: { eventsRetentionDays: number }
}

/** `count`: how much a task did, in the unit that `tasks` names. */
type TaskDone = { task: TaskName } & Record<'count' | 'seconds', number>

type Work<T> = (assertMine: AssertMine) => Promise<T>

/** Less than an hour: with the time to notice that it is due and to do it, it is done each hour. */
const everySeconds = 50 * 60
/** When all is done again after a task failed: not with each look, as tables are rewritten each time. */
const againSeconds = 10 * 60
const lookMs = 60_000
const claimPollMs = 250

/**
 * Creates maintenance: it makes partitions for the events to come, drops old events, visits and answers, on the embedded
 * database removes deleted data from the files, and asks the pages of templates that are due. One process at a time does it, whichever finds it due first.
 */
export function createMaintenance({ store, log, metrics, pages, config }: MaintenanceOptions) {
  const { db } = store
  const figures = registerFigures(metrics)
  const inTurn = pLimit(1)
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /**
   * Does work that no other process does meanwhile. Undefined where another one has the claim, or did all tasks less than
   * `seconds` ago. Only work that `countsAsRun` puts off the next hourly run.
   */
  async function claimAndDo<T>(seconds: number, work: Work<T>, countsAsRun: boolean) {
    const lease = randomUUID()
    if (!(await claimMaintenance(db, lease, seconds))) return undefined
    const renew = () => void renewMaintenance(db, lease).catch(() => {})
    const renewal = setInterval(renew, maintenanceLeaseSeconds * 250)
    let doneSecondsAgo = everySeconds - againSeconds
    try {
      const done = await work((trx) => assertClaimed(trx, lease))
      doneSecondsAgo = 0
      return { done }
    } finally {
      clearInterval(renewal)
      await endMaintenance(db, lease, countsAsRun && !ending.signal.aborted ? doneSecondsAgo : undefined)
    }
  }

  /** Waits for other processes, until this one ends. */
  function inItsTurn<T>(work: Work<T>, countsAsRun: boolean): Promise<T> {
    return inTurn(async () => {
      for (;;) {
        ending.signal.throwIfAborted()
        const claimed = await claimAndDo(0, work, countsAsRun)
        if (claimed) return claimed.done
        await wait(claimPollMs)
      }
    })
  }

  async function runTasks(isAsked: boolean, now?: number): Promise<TaskDone[]> {
    const at = now ?? (await databaseNow(db))
    const oldest = await keptFrom(config.eventsRetentionDays, { store, log, now: at, isAsked })
    const own = { ...store, ...store.longRunning }
    const context = { store: own, pages, isAsked, oldest, now: at, signal: ending.signal }
    const done: TaskDone[] = []
    const failures: unknown[] = []
    for (const task of Object.keys(tasks) as TaskName[]) {
      if (ending.signal.aborted) break
      const began = performance.now()
      try {
        const count = await tasks[task].run(context)
        const seconds = (performance.now() - began) / 1000
        figures.seconds.set({ task }, seconds)
        figures.ended.set({ task }, at / 1000)
        done.push({ task, count, seconds })
      } catch (error) {
        figures.failures.inc({ task })
        log.error({ err: error, task }, 'a task of maintenance failed; it will be retried')
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return done
  }

  async function runIfDue(): Promise<void> {
    const claimed = await inTurn(() => claimAndDo(everySeconds, () => runTasks(false), true))
    if (claimed) log.info(claimed, 'maintenance done')
  }

  return {
    /**
     * Runs all tasks now, after those of another replica. Rejects with the first failure once every task has run.
     *
     * @param now milliseconds since 1970. Default: the database's clock
     * @param isAsked whether somebody asked for it, which is the default, or an hour has passed
     */
    run: (now?: number, isAsked = true) => inItsTurn(() => runTasks(isAsked, now), true),
    /** Runs something that must not run beside maintenance, or twice at a time, in any process. */
    exclusively: <T>(work: Work<T>) => inItsTurn(work, false),
    start() {
      // A failed task has been logged; any other failure means that the database does not answer.
      timer = setInterval(() => void runIfDue().catch(() => {}), lookMs)
    },
    async finish() {
      clearInterval(timer)
      ending.abort(new UserError('the service ends'))
      await inTurn(async () => {})
    },
  }
}

function registerFigures(metrics: Registry) {
  const figure = (name: string, help: string) => ({
    name: `motif_maintenance_${name}`,
    help,
    labelNames: ['task'] as const,
    registers: [metrics],
  })
  const tried = 'How often a task of maintenance failed; it is tried again within the hour.'
  const took = 'How long a task of maintenance took when this process last did it.'
  const did = 'When this process last did a task of maintenance. The newest of all replicas counts.'
  const failures = new Counter(figure('failures_total', tried))
  for (const task of Object.keys(tasks)) failures.inc({ task }, 0)
  const [seconds, ended] = [
    new Gauge(figure('seconds', took)),
    new Gauge(figure('ended_timestamp_seconds', did)),
  ]
  return { failures, seconds, ended }
}
