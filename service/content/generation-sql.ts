import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob, finishJobs } from '../base/jobs/sql.ts'
import type { ProspectTable } from '../prospects/sql.ts'
import type { Template } from '../templates/template.ts'
import { notWrittenMark } from './gap.ts'
import { showItems, withOwnWords } from './own-words.ts'
import type { ContentRow } from './sql.ts'

/** A prospect, and the content record that is made for them. */
export type Generation = Selectable<ProspectTable> &
  Pick<ContentRow, 'pattern' | 'template' | 'language' | 'control'> & {
    content_status: ContentRow['status']
    content_created_at: Date
  }

/**
 * Reads the content records of jobs of one organization with their prospects, in the order of the jobs, and marks those
 * that wait as `generating`; undefined for one that is gone.
 */
export async function startGenerations(
  db: Database,
  jobs: readonly LeasedJob[],
): Promise<(Generation | undefined)[]> {
  const organization = jobs[0]?.organization ?? ''
  const ids = jobs.map(({ subject }) => subject)
  const { rows } = await sql<Generation & { content_id: string }>`
    WITH begun AS (
      UPDATE content SET status = 'generating', updated_at = ${nextUpdate}
      WHERE organization = ${organization} AND id = ANY (${ids}) AND status = 'waiting')
    SELECT p.*, c.id AS content_id, c.status AS content_status, c.created_at AS content_created_at, c.pattern,
      c.template, c.language, c.control
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    WHERE c.organization = ${organization} AND c.id = ANY (${ids})`.execute(db)
  const byId = new Map(rows.map((row) => [row.content_id, row]))
  return ids.map((id) => byId.get(id))
}

/** What a record is made of, and by which job. */
export interface Completion {
  job: LeasedJob
  /** JSON text of ContentItem[]. */
  content: string
  /** JSON text of AnalyticsItem[]. */
  analytics: string
  /** See `encodeGaps`. */
  gaps: string
  goal: string | null
  /** Version of the stored template that it was made from. */
  template_version: number | null
  /** The items of the template. */
  shape: Template['content']
}

/**
 * Completes the content records of jobs of one organization and ends the jobs, in the caller's transaction; returns the
 * completed records. Throws LostJob if another process was faster or a record is gone: then the transaction must be
 * rolled back.
 */
export async function completeContents(
  trx: Database,
  completions: readonly Completion[],
): Promise<ContentRow[]> {
  const organization = completions[0]?.job.organization ?? ''
  const made = completions.map(({ job, shape: _, ...columns }) => ({ id: job.subject, ...columns }))
  // The records first and their jobs second, as a delete locks them: otherwise the two could deadlock.
  const { rows } = await sql<ContentRow>`
    UPDATE content SET content = made.content, analytics = made.analytics, gaps = made.gaps, goal = made.goal,
      template_version = made.template_version, status = 'completed', updated_at = ${nextUpdate}
    FROM json_to_recordset(${JSON.stringify(made)}::json) AS made(
      id text, content text, analytics text, gaps text, goal text, template_version integer)
    WHERE content.organization = ${organization} AND content.id = made.id AND content.status <> 'completed'
    RETURNING content.*`.execute(trx)
  // Words that were changed before the record was completed.
  const putWords = async (row: ContentRow) => {
    const shape = completions.find(({ job }) => job.subject === row.id)?.shape ?? []
    return trx
      .updateTable('content')
      .set(await withOwnWords(trx, row, row, shape))
      .where((is) => is.and({ organization, id: row.id }))
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const shown = await Promise.all(rows.map((row) => (row.changed ? putWords(row) : row)))
  await finishJobs(
    trx,
    completions.map(({ job }) => job),
  )
  return shown
}

/** Called in the transaction in which a record gets another goal: see `recountGoal`. */
export type OnGoalMoved = (trx: Database, record: { organization: string; content: string }) => Promise<void>

/**
 * Replaces the content of a completed record and ends the job, in the caller's transaction. False, and the content
 * stays, if the record has had too many different items by now. Throws LostJob like `completeContents`.
 */
export async function replaceContent(
  trx: Database,
  { job, shape, ...made }: Completion,
  onGoalMoved: OnGoalMoved,
): Promise<boolean> {
  const { organization, subject: id } = job
  const before = await trx
    .selectFrom('content')
    .selectAll()
    .where((is) => is.and({ organization, id, status: 'completed' }))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isReplaced =
    before !== undefined &&
    (await showItems(trx, before, { ...made, ...(await withOwnWords(trx, before, made, shape)) }))
  if (isReplaced && before.goal !== made.goal) await onGoalMoved(trx, { organization, content: id })
  await finishJob(trx, job)
  return isReplaced
}

/** How many records a template has. */
export async function countRecordsOf(db: Database, organization: string, template: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM content
    WHERE organization = ${organization} AND template = ${template}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Enqueues the regeneration of completed records: of these, or all of a template or a campaign; if `isNotWritten`, only of
 * those with a text that the language model did not write. One that is under way starts over, because its template may have
 * changed since. A waiting record is generated from the current template anyway. After the commit, wake the workers.
 */
export async function enqueueRegenerations(
  db: Database,
  organization: string,
  records: { id: readonly string[] } | { template: string } | { campaign: string },
  isNotWritten = false,
): Promise<void> {
  const [column, value] = Object.entries(records)[0] as [string, string | readonly string[]]
  if (value.length === 0) return
  await sql`
    INSERT INTO job (organization, kind, subject, run_at)
    SELECT organization, 'regenerate', id, now() FROM content
    WHERE organization = ${organization} AND ${sql.ref(column)} = ANY (${[value].flat()}) AND status <> 'waiting'
      AND (NOT ${isNotWritten}::boolean OR strpos(gaps, ${notWrittenMark}) > 0)
    ORDER BY id FOR KEY SHARE
    ON CONFLICT (organization, kind, subject) DO UPDATE
      SET run_at = now(), lease = NULL, leased_until = NULL, attempt = 0`.execute(db)
}

/** Changes the languages in which records are made, if one is given: in the transaction that makes them, or enqueues that. */
export async function changeLanguages(
  trx: Database,
  organization: string,
  records: readonly { content: string; language: string | undefined }[],
): Promise<void> {
  if (records.length === 0) return
  await sql`
    UPDATE content SET language = wanted.language
    FROM json_to_recordset(${JSON.stringify(records)}::json) AS wanted(content text, language text)
    WHERE organization = ${organization} AND id = wanted.content AND content.language <> wanted.language`.execute(
    trx,
  )
}
