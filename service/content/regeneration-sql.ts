import { sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob } from '../base/jobs/sql.ts'
import type { Template } from '../templates/template.ts'
import { type GeneratedContent, type Generation, generationColumns, toGeneration } from './generation-sql.ts'
import { addShownItems, decodeMeasuredItems, encodeMeasuredItems } from './measured-items.ts'
import { withWordsOf } from './own-words-sql.ts'
import { stillApproved } from './review-sql.ts'

/** How many records a template has. */
export async function countRecordsOf(db: Database, organization: string, template: string): Promise<number> {
  const { count } = await db
    .selectFrom('content')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((is) => is.and({ organization, template }))
    .executeTakeFirstOrThrow()
  return count
}

/** The records of a template by campaign, the most first, and how many of them still wait to be regenerated. */
export async function readLinksOf(
  db: Database,
  organization: string,
  template: string,
): Promise<{ links: number; campaigns: { name: string; links: number }[]; left: number }> {
  const { rows } = await sql<{ name: string | null; links: number; left: number }>`
    SELECT c.name, sum(of.links)::integer AS links, sum(of.waiting)::integer AS "left"
    FROM (
      SELECT r.campaign, count(*) AS links,
        count(j.subject) AS waiting
      FROM content r
      LEFT JOIN job j ON j.organization = r.organization AND j.kind = 'regenerate' AND j.subject = r.id
      WHERE r.organization = ${organization} AND r.template = ${template} GROUP BY r.campaign
    ) AS of
    LEFT JOIN campaign c ON c.organization = ${organization} AND c.id = of.campaign AND c.status <> 'deleted'
    GROUP BY c.id, c.name ORDER BY 2 DESC, 1`.execute(db)
  const total = (key: 'links' | 'left') => rows.reduce((sum, row) => sum + row[key], 0)
  return {
    links: total('links'),
    campaigns: rows.flatMap(({ name, links }) => (name === null ? [] : [{ name, links }])),
    left: total('left'),
  }
}

/**
 * Enqueues the regeneration of a completed record, or of all of a template or a campaign. One that is under way starts over,
 * because its template may have changed since. A waiting record is generated from the current template anyway. After the
 * commit, wake the workers.
 */
export async function enqueueRegenerations(
  db: Database,
  organization: string,
  records: { id: string } | { template: string } | { campaign: string },
): Promise<void> {
  const [column, value] = Object.entries(records)[0] as [string, string]
  await sql`
    INSERT INTO job (organization, kind, subject, run_at)
    SELECT organization, 'regenerate', id, now() FROM content
    WHERE organization = ${organization} AND ${sql.ref(column)} = ${value} AND status <> 'waiting' FOR KEY SHARE
    ON CONFLICT (organization, kind, subject) DO UPDATE
      SET run_at = now(), lease = NULL, leased_until = NULL, attempt = 0`.execute(db)
}

/** Changes the language in which a record is made: in the transaction that makes it, or enqueues that. */
export async function changeLanguage(
  trx: Database,
  organization: string,
  id: string,
  language: string,
): Promise<void> {
  await trx
    .updateTable('content')
    .set({ language })
    .where((is) => is.and({ organization, id }))
    .where('language', '<>', language)
    .execute()
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

/** Called in the transaction in which a record gets another goal: see `recountGoal`. */
export type OnGoalMoved = (trx: Database, record: { organization: string; content: string }) => Promise<void>

/**
 * Replaces the content of a completed record and ends the job, in the caller's transaction. Other words than before wait
 * for their review. False, and the content
 * stays, where the record has had too many different items by now. Throws LostJob like `completeContents`.
 */
export async function replaceContent(
  trx: Database,
  job: LeasedJob,
  made: GeneratedContent,
  { shape, onGoalMoved }: { shape: Template['content']; onGoalMoved: OnGoalMoved },
): Promise<boolean> {
  const id = { organization: job.organization, id: job.subject }
  const before = await trx
    .selectFrom('content')
    .select(['analytics', 'content', 'measured', 'goal'])
    .where((is) => is.and({ ...id, status: 'completed' }))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const generated = before && { ...made, ...(await withWordsOf(trx, id, made, shape)) }
  const measured =
    before && generated && addShownItems(decodeMeasuredItems(before), shownOf(generated), Date.now())
  if (measured && generated)
    await trx
      .updateTable('content')
      .set({
        ...generated,
        measured: encodeMeasuredItems(measured),
        approved: stillApproved(generated.content),
        revision: sql<number>`revision + 1`,
        updated_at: nextUpdate,
      })
      .where((is) => is.and(id))
      .execute()
  if (measured && before.goal !== made.goal)
    await onGoalMoved(trx, { organization: job.organization, content: job.subject })
  await finishJob(trx, job)
  return measured !== undefined
}

function shownOf({ analytics, content }: Pick<GeneratedContent, 'analytics' | 'content'>) {
  return {
    analytics: JSON.parse(analytics) as AnalyticsItem[],
    content: JSON.parse(content) as ContentItem[],
  }
}
