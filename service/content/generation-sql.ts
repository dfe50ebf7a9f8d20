import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJobs } from '../base/jobs/sql.ts'
import type { ProspectTable } from '../prospects/sql.ts'
import type { Template } from '../templates/template.ts'
import { withWordsOf } from './own-words-sql.ts'
import type { ContentTable } from './sql.ts'

/** A content record that is being generated, and its prospect. */
export interface Generation {
  content: Pick<
    Selectable<ContentTable>,
    'id' | 'pattern' | 'template' | 'language' | 'control' | 'created_at'
  >
  prospect: Selectable<ProspectTable>
}

/** The generated columns of a content record. */
export interface GeneratedContent {
  /** JSON text of ContentItem[]. */
  content: string
  /** JSON text of AnalyticsItem[]. */
  analytics: string
  /** See `encodeGaps`. */
  gaps: string
  /** Id of the analytics item that is the goal. */
  goal: string | null
  /** Version of the stored template that it was generated from. */
  template_version: number | null
}

/**
 * Marks the content records of jobs of one organization as `generating` and returns them with their prospects, in the
 * order of the jobs; undefined where there is nothing to do.
 */
export async function startGenerations(
  db: Database,
  jobs: readonly LeasedJob[],
): Promise<(Generation | undefined)[]> {
  const rows = await db
    .updateTable('content')
    .from('prospect')
    .set({ status: 'generating', updated_at: sql<Date>`greatest(now(), content.updated_at)` })
    .whereRef('prospect.organization', '=', 'content.organization')
    .whereRef('prospect.id', '=', 'content.prospect')
    .where('content.organization', '=', jobs[0]?.organization ?? '')
    .where(sql<boolean>`content.id = ANY (${jobs.map(({ subject }) => subject)})`)
    .where('content.status', '!=', 'completed')
    .returningAll('prospect')
    .returning(generationColumns)
    .execute()
  const byId = new Map(rows.map((row) => [row.content_id, toGeneration(row)]))
  return jobs.map(({ subject }) => byId.get(subject))
}

/** What is selected of a content record beside all columns of its prospect. */
export const generationColumns = [
  'content.id as content_id',
  'content.created_at as content_created_at',
  'pattern',
  'template',
  'language',
  'control',
] as const

type GenerationRow = Selectable<ProspectTable> &
  Pick<Selectable<ContentTable>, 'pattern' | 'template' | 'language' | 'control'> & {
    content_id: string
    content_created_at: Date
  }

/** Splits a row of both into the content record and its prospect. */
export function toGeneration(row: GenerationRow): Generation {
  const {
    content_id: id,
    content_created_at: created_at,
    pattern,
    template,
    language,
    control,
    ...prospect
  } = row
  return { content: { id, pattern, template, language, control, created_at }, prospect }
}

/** A job, and what its record is completed with. */
export interface Completion {
  job: LeasedJob
  generated: GeneratedContent
  /** The items of the template. */
  shape: Template['content']
}

/**
 * Completes the content records of jobs of one organization and ends the jobs, in the caller's transaction; returns the
 * completed records. Throws LostJob where another process was faster or a record is gone: then the transaction must be
 * rolled back.
 */
export async function completeContents(
  trx: Database,
  completions: readonly Completion[],
): Promise<Selectable<ContentTable>[]> {
  const organization = completions[0]?.job.organization ?? ''
  const all = completions.map(({ generated }) => generated)
  // The records first and their jobs second, as a delete locks them: otherwise the two could deadlock.
  const { rows } = await sql<Selectable<ContentTable>>`
    UPDATE content SET content = made.content, analytics = made.analytics, gaps = made.gaps, goal = made.goal,
      template_version = made.version, status = 'completed', updated_at = greatest(now(), updated_at)
    FROM unnest(${completions.map(({ job }) => job.subject)}::text[], ${all.map(({ content }) => content)}::text[],
      ${all.map(({ analytics }) => analytics)}::text[], ${all.map(({ gaps }) => gaps)}::text[],
      ${all.map(({ goal }) => goal)}::text[],
      ${all.map(({ template_version }) => template_version)}::integer[]) AS made (id, content, analytics, gaps, goal, version)
    WHERE content.organization = ${organization} AND content.id = made.id AND content.status <> 'completed'
    RETURNING content.*`.execute(trx)
  const shown = await Promise.all(rows.map((row) => (row.changed ? putWords(trx, row, completions) : row)))
  await finishJobs(
    trx,
    completions.map(({ job }) => job),
  )
  return shown
}

/** Words that were changed before the record was completed. */
async function putWords(
  trx: Database,
  row: Selectable<ContentTable>,
  completions: readonly Completion[],
): Promise<Selectable<ContentTable>> {
  const { organization, id } = row
  const shape = completions.find(({ job }) => job.subject === id)?.shape ?? []
  return trx
    .updateTable('content')
    .set(await withWordsOf(trx, row, row, shape))
    .where((is) => is.and({ organization, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
