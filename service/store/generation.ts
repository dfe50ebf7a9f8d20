import { type Selectable, sql } from 'kysely'
import type { LeasedJob } from '../model/job.ts'
import type { ContentTable } from './content.ts'
import type { Database } from './database.ts'
import { finishJob } from './jobs.ts'
import type { ProspectTable } from './prospect-table.ts'

/** A content record that is being generated, and its prospect. */
export interface Generation {
  content: Pick<Selectable<ContentTable>, 'id' | 'pattern' | 'template' | 'language' | 'created_at'>
  prospect: Selectable<ProspectTable>
}

/** What is generated, as it is stored. */
export interface GeneratedContent {
  /** JSON text of ContentItem[]. */
  content: string
  /** JSON text of AnalyticsItem[]. */
  analytics: string
  /** See `encodeGaps`. */
  gaps: string
  /** Id of the analytics item that is the goal. */
  goal: string | null
  /** Of the stored template that it was made from. */
  template_version: number | null
}

/** Marks a job's content record as `generating` and gives what is needed; undefined where there is nothing to do. */
export async function startGeneration(db: Database, job: LeasedJob): Promise<Generation | undefined> {
  const row = await db
    .updateTable('content')
    .from('prospect')
    .set({ status: 'generating', updated_at: sql<Date>`greatest(now(), content.updated_at)` })
    .whereRef('prospect.organization', '=', 'content.organization')
    .whereRef('prospect.id', '=', 'content.prospect')
    .where('content.organization', '=', job.organization)
    .where('content.id', '=', job.subject)
    .where('content.status', '!=', 'completed')
    .returningAll('prospect')
    .returning([
      'content.id as content_id',
      'content.created_at as content_created_at',
      'pattern',
      'template',
      'language',
    ])
    .executeTakeFirst()
  return row && toGeneration(row)
}

/** A content record's columns beside its prospect's. */
interface GenerationRow extends Selectable<ProspectTable> {
  content_id: string
  content_created_at: Date
  pattern: string
  template: string
  language: string
}

/** A row of both as the two that it is. */
export function toGeneration(row: GenerationRow): Generation {
  const { content_id: id, content_created_at: created_at, pattern, template, language, ...prospect } = row
  return { content: { id, pattern, template, language, created_at }, prospect }
}

/**
 * Completes a job's content record and ends the job, in the caller's transaction; gives the record as it is then.
 * Throws LostJob where another was faster or the record is gone: nothing of the transaction may stay then.
 */
export async function completeContent(
  trx: Database,
  job: LeasedJob,
  generated: GeneratedContent,
): Promise<Selectable<ContentTable> | undefined> {
  // The record first and its job second, as a delete locks them, so that the two cannot wait for each other.
  const completed = await trx
    .updateTable('content')
    .set({ ...generated, status: 'completed', updated_at: sql<Date>`greatest(now(), updated_at)` })
    .where((is) => is.and({ organization: job.organization, id: job.subject }))
    .where('status', '!=', 'completed')
    .returningAll()
    .executeTakeFirst()
  await finishJob(trx, job)
  return completed
}
