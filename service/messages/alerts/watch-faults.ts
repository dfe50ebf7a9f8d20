import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../../base/jobs/job.ts'
import type { Jobs } from '../../base/jobs/jobs.ts'
import { finishJob, postponeJob } from '../../base/jobs/sql.ts'
import type { Happening } from '../../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { shortHash } from '../../base/words/ids.ts'
import { readFaults } from '../../events/today/faults.ts'
import type { Broken } from '../../events/today/operations.ts'
import { isWatched, rememberFaults } from '../receivers-sql.ts'

const everySeconds = 60

interface WatchOptions {
  db: Database
  outbox: Pick<NoticeOutbox, 'add'>
  jobs: Pick<Jobs, 'wake'>
}

/** Creates the job that looks for what is broken, while an alert of its organization wants to know. Each fault is told once, until it is mended. */
export function createWatch({ db, outbox, jobs }: WatchOptions): JobHandlers {
  async function watch(job: LeasedJob): Promise<void> {
    const { organization } = job
    const isWanted = await isWatched(db, organization)
    const faults = isWanted ? (await readFaults(db, organization)).flatMap((each) => toldOf(each) ?? []) : []
    const isTold = await transact(db, async (trx) => {
      const fresh = await rememberFaults(trx, organization, [...new Set(faults.map(({ key }) => key))])
      // One message for each template or receiver, however many things of it are broken.
      const told = new Map(
        faults
          .filter(({ key }) => fresh.includes(key))
          .map(({ key, ...is }) => [`${is.type} ${is.detail}`, is]),
      )
      const at = Date.now()
      let isAdded = false
      for (const [key, fault] of told)
        if (await outbox.add(trx, { organization, key: `${key} ${at}`, at, ...fault })) isAdded = true
      if (isWanted) await postponeJob(trx, job, everySeconds)
      else await finishJob(trx, job)
      return isAdded
    })
    if (isTold) jobs.wake('deliver')
  }

  return { handle: watch, giveUp: (job) => transact(db, (trx) => postponeJob(trx, job, everySeconds)) }
}

/** In so many visits, or in all there are, an item has to be broken: one odd browser is no news. The check of a page is. */
const fewestVisits = 2

type Told = Pick<Happening, 'type'> & { detail: string; key: string }

function toldOf(fault: Broken): Told | undefined {
  if (fault.kind === 'callback' || fault.kind === 'webhook') {
    const { kind, url } = fault
    return { type: 'deliveries.failed', detail: url, key: shortHash(`${kind} ${url}`) }
  }
  if (fault.kind === 'connection')
    return { type: 'deliveries.failed', detail: fault.name, key: shortHash(`${fault.name} ${fault.problem}`) }
  const { kind, template } = fault
  const isSeen =
    kind === 'page' ||
    kind === 'several' ||
    fault.checkedAt ||
    fault.visits >= Math.min(fewestVisits, fault.of)
  if (!isSeen) return undefined
  const what = kind === 'page' ? fault.what : `${kind} ${fault.type} ${fault.selector}`
  return { type: 'page.broken', detail: template, key: shortHash(`${template} ${what}`) }
}
