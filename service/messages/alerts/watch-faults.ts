import { createHash } from 'node:crypto'
import type { Database } from '../../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../../base/jobs/job.ts'
import { finishJob, postponeJob } from '../../base/jobs/sql.ts'
import type { Happening } from '../../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { readFaults } from '../../events/live/today.ts'
import type { Broken } from '../../events/today.ts'
import { isWatched, rememberFaults } from './sql.ts'

/** How often it looks, beside when a delivery is given up. */
const everySeconds = 60

interface WatchOptions {
  db: Database
  outbox: Pick<NoticeOutbox, 'add'>
  jobs: { wake(): void }
}

/** Creates the job that looks for what is broken, while an alert of its organization wants to know. Each fault is told once, until it is mended. */
export function createWatch({ db, outbox, jobs }: WatchOptions): JobHandlers {
  async function watch(job: LeasedJob): Promise<void> {
    const { organization } = job
    const isWanted = await isWatched(db, organization)
    const faults = isWanted ? faultsIn(await readFaults(db, organization)) : new Map<string, Fault>()
    const isTold = await db.transaction().execute(async (trx) => {
      const fresh = await rememberFaults(trx, organization, [...faults.keys()])
      const told = Map.groupBy(
        fresh.flatMap((key) => faults.get(key) ?? []),
        ({ type, detail }) => `${type} ${detail}`,
      )
      let anybody = false
      for (const [key, [fault]] of told) {
        const happening = fault && { organization, key: `${key} ${Date.now()}`, at: Date.now(), ...fault }
        if (happening && (await outbox.add(trx, happening))) anybody = true
      }
      if (isWanted) await postponeJob(trx, job, everySeconds)
      else await finishJob(trx, job)
      return anybody
    })
    if (isTold) jobs.wake()
  }

  return {
    handle: watch,
    giveUp: (job) => db.transaction().execute((trx) => postponeJob(trx, job, everySeconds)),
  }
}

/** What is told: one message for each template or receiver, however many things of it are broken. */
type Fault = Pick<Happening, 'type'> & { detail: string }

/** Faults by a hash that names them. */
function faultsIn(faults: Broken[]): Map<string, Fault> {
  return new Map(
    faults.flatMap((fault) => {
      const told = toldOf(fault)
      return told ? [[createHash('sha256').update(told.key).digest('hex').slice(0, 24), told.fault]] : []
    }),
  )
}

/** In so many visits, or in all there are, an item has to be broken: one odd browser is no news. The check of a page is. */
const fewestVisits = 2

function toldOf(fault: Broken): { key: string; fault: Fault } | undefined {
  if (fault.kind === 'callback' || fault.kind === 'webhook')
    return { key: `${fault.kind} ${fault.url}`, fault: { type: 'deliveries.failed', detail: fault.url } }
  const told: Fault = { type: 'page.broken', detail: fault.template }
  if (fault.kind === 'page') return { key: `${fault.what} ${fault.template}`, fault: told }
  const isSeen =
    fault.kind === 'several' || fault.checkedAt || fault.visits >= Math.min(fewestVisits, fault.of)
  if (!isSeen) return undefined
  return { key: `${fault.kind} ${fault.template} ${fault.type} ${fault.selector}`, fault: told }
}
