import { sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import { nextUpdate } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob } from '../base/jobs/sql.ts'
import { enqueuePicturesOf } from '../campaigns/pictures/sql.ts'
import { type GeneratedContent, type Generation, generationColumns, toGeneration } from './generation-sql.ts'
import { addShownItems, decodeMeasuredItems, encodeMeasuredItems } from './measured-items.ts'

/**
 * Enqueues the regeneration of completed records. One that is under way starts over, because its template may have
 * changed since. A waiting record is generated from the current template anyway. After the commit, wake the workers.
 */
export async function enqueueRegenerations(
  db: Database,
  organization: string,
  contents: string[],
): Promise<void> {
  await sql`
    INSERT INTO job (organization, kind, subject, run_at)
    SELECT organization, 'regenerate', id, now() FROM content
    WHERE organization = ${organization} AND id = ANY (${contents}) AND status <> 'waiting'
    ON CONFLICT (organization, kind, subject) DO UPDATE
      SET run_at = now(), lease = NULL, leased_until = NULL, attempt = 0`.execute(db)
  await enqueuePicturesOf(db, organization, contents)
}

/** The record of a job and its prospect; `underWay` where it is not completed yet, undefined where it is gone. */
export async function startRegeneration(
  db: Database,
  { organization, subject }: LeasedJob,
): Promise<Generation | 'underWay' | undefined> {
  const row = await db
    .selectFrom('content')
    .innerJoin('prospect', (join) =>
      join
        .onRef('prospect.organization', '=', 'content.organization')
        .onRef('prospect.id', '=', 'content.prospect'),
    )
    .selectAll('prospect')
    .select([...generationColumns, 'content.status as content_status'])
    .where('content.organization', '=', organization)
    .where('content.id', '=', subject)
    .executeTakeFirst()
  if (!row) return undefined
  const { content_status: status, ...found } = row
  return status === 'completed' ? toGeneration(found) : 'underWay'
}

/**
 * Replaces the content of a completed record and ends the job, in the caller's transaction. False, and the content
 * stays, where the record has had too many different items by now. Throws LostJob like `completeContents`.
 */
export async function replaceContent(
  trx: Database,
  job: LeasedJob,
  generated: GeneratedContent,
): Promise<boolean> {
  const id = { organization: job.organization, id: job.subject }
  const before = await trx
    .selectFrom('content')
    .select(['analytics', 'content', 'measured'])
    .where((is) => is.and({ ...id, status: 'completed' }))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const measured = before && addShownItems(decodeMeasuredItems(before), shownOf(generated), Date.now())
  if (measured)
    await trx
      .updateTable('content')
      .set({
        ...generated,
        measured: encodeMeasuredItems(measured),
        revision: sql<number>`revision + 1`,
        updated_at: nextUpdate,
      })
      .where((is) => is.and(id))
      .execute()
  await finishJob(trx, job)
  return measured !== undefined
}

function shownOf({ analytics, content }: GeneratedContent) {
  return {
    analytics: JSON.parse(analytics) as AnalyticsItem[],
    content: JSON.parse(content) as ContentItem[],
  }
}
