import { type Selectable, sql } from 'kysely'
import type { Database } from './database.ts'
import { deleteDeliveries } from './deliveries.ts'
import { deleteEvents } from './events.ts'
import { newId, newPattern } from './ids.ts'
import { enqueueJob } from './jobs.ts'
import type { ContentTable } from './schema.ts'

export type ContentRow = Selectable<ContentTable>

export interface NewContent {
  /** Name of the user whose token made it. */
  user: string
  prospect: string
  template: string
  language: string
  callback?: string | undefined
}

/** The organization's content record; undefined where it has none with this id. */
export async function getContent(
  db: Database,
  organization: string,
  id: string,
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('content')
    .selectAll()
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Makes a content record, in the caller's transaction, and puts down its generation: due now, or once the prospect
 * is enriched. Undefined where the organization has no such prospect. After the commit, `service.wakeWorkers()`.
 */
export async function createContent(
  trx: Database,
  organization: string,
  { user, prospect, template, language, callback }: NewContent,
): Promise<ContentRow | undefined> {
  // The lock keeps enrichment from ending between this look and the commit of a job that waits for its end.
  const target = await trx
    .selectFrom('prospect')
    .select(['status', 'test'])
    .where('organization', '=', organization)
    .where('id', '=', prospect)
    .forShare()
    .executeTakeFirst()
  if (!target) return undefined
  const content = await trx
    .insertInto('content')
    .values({
      organization,
      id: newId(),
      pattern: newPattern(),
      user_name: user,
      prospect,
      template,
      status: 'waiting',
      language,
      content: '[]',
      analytics: '[]',
      callback: callback ?? null,
      test: target.test,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const job = { organization, kind: 'generate' as const, subject: content.id }
  await enqueueJob(trx, job, target.status === 'enriching' ? 'blocked' : 0)
  return content
}

/**
 * Deletes a content record in any state, with the job that would generate it, the callback that is not delivered and
 * its events. Gives its pattern; undefined: unknown.
 */
export async function deleteContent(
  db: Database,
  organization: string,
  id: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('content')
      .where('organization', '=', organization)
      .where('id', '=', id)
      .returning('pattern')
      .executeTakeFirst()
    if (!deleted) return undefined
    await trx
      .deleteFrom('job')
      .where('organization', '=', organization)
      .where('kind', '=', 'generate')
      .where('subject', '=', id)
      .execute()
    await deleteDeliveries(trx, organization, id)
    await deleteEvents(trx, organization, id)
    return deleted.pattern
  })
}
