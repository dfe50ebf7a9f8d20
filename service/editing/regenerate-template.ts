import type { Jobs } from '../jobs/jobs.ts'
import type { JobHandlers, LeasedJob } from '../model/job.ts'
import type { Database } from '../store/database.ts'
import { finishJob, postponeJob } from '../store/jobs.ts'
import { enqueueNextOfTemplate } from '../store/template-regeneration.ts'

/** In one transaction. It takes some ten milliseconds, during which nothing else runs on the embedded database. */
const recordsAtOnce = 200

/** Creates the job that regenerates all records of a template, a part each time, in one transaction each. */
export function createTemplateRegeneration({
  db,
  jobs,
}: {
  db: Database
  jobs: Pick<Jobs, 'wake'>
}): JobHandlers {
  async function step(job: LeasedJob): Promise<void> {
    const key = { organization: job.organization, name: job.subject }
    await db.transaction().execute(async (trx) => {
      const isMore = await enqueueNextOfTemplate(trx, key, recordsAtOnce)
      if (isMore) await postponeJob(trx, job, 0)
      else await finishJob(trx, job)
    })
    jobs.wake()
  }
  return { handle: step, giveUp: step }
}
