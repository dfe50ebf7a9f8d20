import { type Selectable, sql } from 'kysely'
import type { LeasedJob } from '../model/job.ts'
import { factFields, type KnownFacts } from '../model/prospect.ts'
import type { Database } from './database.ts'
import { finishJob, unblockGenerateJobs } from './jobs.ts'
import type { ProspectTable } from './schema.ts'

type ProspectRow = Selectable<ProspectTable>

/** The prospect of an enrichment job, while it waits for it. */
export async function findEnriching(db: Database, job: LeasedJob): Promise<ProspectRow | undefined> {
  return db
    .selectFrom('prospect')
    .selectAll()
    .where((is) => is.and({ organization: job.organization, id: job.subject, status: 'enriching' }))
    .executeTakeFirst()
}

/**
 * Ends an enrichment: fills what is still empty, makes the prospect `enriched`, and lets the content that waited for
 * it be generated. `profileOf` is given the fields as they are then: a client may have told more meanwhile.
 * Throws LostJob where another ended it. Afterwards, wake the workers.
 */
export async function finishEnrichment(
  db: Database,
  job: LeasedJob,
  found: KnownFacts,
  profileOf: (fields: KnownFacts) => string | undefined,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const prospect = await trx
      .selectFrom('prospect')
      .selectAll()
      .where((is) => is.and(prospectOf(job)))
      .forUpdate()
      .executeTakeFirst()
    if (prospect?.status === 'enriching') {
      const fields = fillEmpty(prospect, found)
      const profile = prospect.profile ?? profileOf(fields) ?? null
      const updated_at = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`
      await trx
        .updateTable('prospect')
        .where((is) => is.and(prospectOf(job)))
        .set({ ...fields, profile, status: 'enriched', updated_at })
        .execute()
    }
    await finishJob(trx, job)
    await unblockGenerateJobs(trx, job.organization, job.subject)
  })
}

function fillEmpty(prospect: ProspectRow, found: KnownFacts): KnownFacts {
  const filled = factFields.map((field) => [field, prospect[field] ?? found[field]] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}

function prospectOf({ organization, subject }: LeasedJob) {
  return { organization, id: subject }
}
