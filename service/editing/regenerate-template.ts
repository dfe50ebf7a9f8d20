import type { Database } from '../base/database/database.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { enqueueNextOfTemplate } from '../content/template-regeneration-sql.ts'

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
