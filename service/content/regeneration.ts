import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { enqueueRegenerations, takeNextOfAll } from './regeneration-sql.ts'

/** In one transaction. It takes some ten milliseconds, during which nothing else runs on the embedded database. */
const recordsAtOnce = 200

interface RegenerationOptions {
  db: Database
  jobs: Pick<Jobs, 'wake'>
  /** Called in the transaction that enqueues the regeneration of records. */
  onRegenerating(trx: Database, organization: string, contents: string[]): Promise<void>
}

/**
 * Creates the job that regenerates all records of a template or a campaign: it enqueues some of them each time, in one
 * transaction.
 */
export function createRegenerationOfAll({ db, jobs, onRegenerating }: RegenerationOptions): JobHandlers {
  async function step(job: LeasedJob): Promise<void> {
    const { organization } = job
    await transact(db, async (trx) => {
      const contents = await takeNextOfAll(trx, job, recordsAtOnce)
      if (contents.length === 0) return finishJob(trx, job)
      await enqueueRegenerations(trx, organization, contents)
      await onRegenerating(trx, organization, contents)
      await postponeJob(trx, job, 0)
    })
    jobs.wake()
  }
  return { handle: step, giveUp: step }
}
