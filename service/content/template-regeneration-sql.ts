import type { Database } from '../base/database/database.ts'
import { enqueueJob } from '../base/jobs/sql.ts'
import { enqueueRegenerations } from './regeneration-sql.ts'
import { contentIdsAfter } from './sql.ts'

/** A template whose records are all being regenerated. */
export interface TemplateAnewTable {
  organization: string
  name: string
  /** The id of the record up to which they are enqueued. */
  after: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    template_anew: TemplateAnewTable
  }
}

/** What names one template. */
export interface TemplateKey {
  organization: string
  name: string
}

/**
 * Enqueues the regeneration of all records of a template; returns how many there are. One that is under way starts
 * over. After the commit, wake the workers.
 */
export async function enqueueTemplateRegeneration(
  db: Database,
  { organization, name }: TemplateKey,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('template_anew')
      .values({ organization, name, after: '' })
      .onConflict((conflict) => conflict.columns(['organization', 'name']).doUpdateSet({ after: '' }))
      .execute()
    await enqueueJob(trx, { organization, kind: 'template', subject: name })
    const { count } = await trx
      .selectFrom('content')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where((is) => is.and({ organization, template: name }))
      .executeTakeFirstOrThrow()
    return count
  })
}

/** Enqueues the regeneration of the next records of a template. False: there are no more. */
export async function enqueueNextOfTemplate(
  trx: Database,
  { organization, name }: TemplateKey,
  limit: number,
): Promise<boolean> {
  const key = { organization, name }
  const begun = await trx
    .selectFrom('template_anew')
    .select('after')
    .where((is) => is.and(key))
    .forUpdate()
    .executeTakeFirst()
  const ids = begun ? await contentIdsAfter(trx, { organization, template: name }, begun.after, limit) : []
  if (ids.length > 0) await enqueueRegenerations(trx, organization, ids)
  const last = ids.at(-1)
  if (last === undefined) {
    await trx
      .deleteFrom('template_anew')
      .where((is) => is.and(key))
      .execute()
    return false
  }
  await trx
    .updateTable('template_anew')
    .set({ after: last })
    .where((is) => is.and(key))
    .execute()
  return true
}
