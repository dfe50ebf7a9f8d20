import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId, newId, newPattern } from '../base/words/ids.ts'
import type { Content, ContentStatus, Review, WantedContent } from './content.ts'

export interface ContentTable {
  organization: string
  id: string
  pattern: string
  user_name: string
  prospect: string
  template: string
  status: ContentStatus
  language: string
  /** JSON text of ContentItem[]. */
  content: string
  /** JSON text of AnalyticsItem[]. */
  analytics: string
  callback: string | null
  /** Whether it is a test prospect's: left out of results. */
  test: boolean
  /** The version of the stored template that it was generated from; null where the template is a file. */
  template_version: number | null
  /** See `encodeGaps`; null until it is completed. */
  gaps: string | null
  goal: string | null
  /** How often it was regenerated. */
  revision: Defaulted<number>
  /** See `encodeMeasuredItems`; null where its events count by the items that it has now. */
  measured: string | null
  campaign: Defaulted<string | null>
  /** Whether it is made for a person of a control group: its page shows its own content. */
  control: Defaulted<boolean>
  /** Whether somebody has looked at its page and found it right: see `setReview`. */
  approved: Defaulted<boolean>
  /** Whether some of its words were changed for its person alone. */
  changed: Defaulted<boolean>
  /** JSON text of what its template makes, if `content` and `gaps` have other words by a change. */
  as_made: Defaulted<string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    content: ContentTable
  }
}

export type ContentRow = Selectable<ContentTable>

export interface NewContent {
  user: string
  /** With its language and callback checked. */
  wanted: WantedContent
  /** The current version of a stored template. */
  templateVersion?: number | undefined
  /** Its place in a campaign, which has its id and pattern already. */
  place?: { campaign: string; id: string; pattern: string; control: boolean } | undefined
}

/** Whether the campaign of a row is not deleted, or it has none: records of a large one are deleted bit by bit. */
export function isThere(content = 'content'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${content}.${name}`)
  return sql`NOT EXISTS (
    SELECT 1 FROM campaign AS gone
    WHERE gone.organization = ${column('organization')} AND gone.id = ${column('campaign')} AND gone.status = 'deleted')`
}

function contentRow(db: Database, organization: string, id: string) {
  return db
    .selectFrom('content')
    .selectAll()
    .where((is) => is.and({ organization, id }))
    .where(isThere())
}

/** The organization's content record; undefined if it has none with this id. */
export function getContent(db: Database, organization: string, id: string) {
  return contentRow(db, organization, id).executeTakeFirst()
}

/** The same, locked until the end of the transaction: nobody else changes or deletes it. */
export function lockContent(trx: Database, organization: string, id: string) {
  return contentRow(trx, organization, id).forNoKeyUpdate().executeTakeFirst()
}

/** A stored content record as the API and callbacks send it: the specification's fields and no others. */
export function toContent(row: ContentRow): Content {
  const isCompleted = row.status === 'completed'
  return {
    id: row.id,
    pattern: row.pattern,
    user: row.user_name,
    prospect: row.prospect,
    template: row.template,
    status: row.status,
    language: row.language,
    analytics: isCompleted ? (JSON.parse(row.analytics) as AnalyticsItem[]) : [],
    content: isCompleted ? (JSON.parse(row.content) as ContentItem[]) : [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/**
 * Creates content records and enqueues their generation, due now, or once the prospect is enriched. It is one statement
 * and needs no transaction. Those are left out whose prospect the organization does not have. After the commit, wake the workers.
 */
export async function insertContents(
  db: Database,
  organization: string,
  contents: readonly NewContent[],
): Promise<ContentRow[]> {
  if (contents.length === 0) return []
  const wanted = contents.map(({ user: user_name, wanted, templateVersion: template_version, place }) => ({
    ...{ id: newId(), pattern: newPattern(), control: false, user_name, template_version },
    ...wanted,
    ...place,
  }))
  // The lock keeps enrichment from ending between this read and the commit of a job that waits for its end.
  const { rows } = await sql<ContentRow>`
    WITH target AS (
      SELECT w.*, p.status AS prospect_status, p.test AS of_test
      FROM json_populate_recordset(NULL::content, ${JSON.stringify(wanted)}::json) AS w
      JOIN prospect p ON p.organization = ${organization} AND p.id = w.prospect ORDER BY p.id FOR SHARE OF p
    ), made AS (
      INSERT INTO content (organization, id, pattern, user_name, prospect, template, status, language, content,
        analytics, callback, template_version, campaign, control, test, created_at, updated_at)
      SELECT ${organization}, id, pattern, user_name, prospect, template, 'waiting', language, '[]', '[]', callback,
        template_version, campaign, control, of_test, now(), now()
      FROM target RETURNING *
    ), job AS (
      INSERT INTO job (organization, kind, subject, run_at)
      SELECT ${organization}, 'generate', id, CASE prospect_status WHEN 'enriching' THEN 'infinity' ELSE now() END
      FROM target
    )
    SELECT * FROM made`.execute(db)
  return rows
}

/** Deletes a content record in any state, with all that hangs on it. Returns its pattern; undefined if there is none. */
export async function deleteContent(db: Database, organization: string, id: string) {
  const deleted = sql<{ pattern: string }>`
    DELETE FROM content WHERE organization = ${organization} AND id = ${id} AND ${isThere()} RETURNING pattern`
  const { rows } = await transact(db, (trx) => deleted.execute(trx))
  return rows[0]?.pattern
}

/** Deletes some of the content records of a campaign; returns how many. They are locked as a group of events locks them. */
export async function deleteSomeContents(
  trx: Database,
  { organization, campaign }: { organization: string; campaign: string },
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    WITH few AS MATERIALIZED (
      SELECT pattern FROM content WHERE organization = ${organization} AND campaign = ${campaign}
      ORDER BY id LIMIT ${limit}
    )
    SELECT id FROM content WHERE pattern IN (SELECT pattern FROM few) ORDER BY pattern FOR UPDATE`.execute(
    trx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0)
    await sql`DELETE FROM content WHERE organization = ${organization} AND id = ANY (${ids})`.execute(trx)
  return ids.length
}

/** SQL: whether the campaign of a row of `content` is open, or it has none. */
export const isInvitedSql = `(content.campaign IS NULL OR EXISTS (
  SELECT 1 FROM campaign
  WHERE campaign.organization = content.organization AND campaign.id = content.campaign AND campaign.status = 'open'))`

/** Up to here it costs less to read what a record shows than to leave it out. */
const fewBytes = 4096

/**
 * SQL: the content items of a record as JSON text, without what they show if that is much: it may be megabytes. For whoever
 * needs to know which items there are.
 *
 * @param column such as `c.content`
 */
export function withoutPayloads(column: string): RawBuilder<string> {
  const content = sql.ref(column)
  return sql<string>`CASE WHEN octet_length(${content}) <= ${sql.lit(fewBytes)} THEN ${content} ELSE coalesce((
    SELECT json_agg(json_build_object('selector', item -> 'selector', 'type', item -> 'type') ORDER BY place)
    FROM json_array_elements(${content}::json) WITH ORDINALITY AS items(item, place)), '[]')::text END`
}

/** The body of `GET /p/{pattern}`, as JSON text; undefined where no completed record has the pattern. */
export async function findPageRecord(db: Database, pattern: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('content')
    .select(['language', 'content', 'analytics'])
    .where((is) => is.and({ pattern, status: 'completed' }))
    .where(sql.raw<boolean>(isInvitedSql))
    .executeTakeFirst()
  if (!row) return undefined
  // The stored JSON of the items has just the fields that are sent.
  const head = `{"pattern":${JSON.stringify(pattern)},"language":${JSON.stringify(row.language)}`
  return `${head},"content":${row.content},"analytics":${row.analytics}}`
}

/**
 * Sets the review of completed records of a campaign: of all, or of those with these ids. Others are passed over. Returns
 * how many changed. Throws `other-version`, and changes none, if one of them was updated since it was seen: `seen` has when each
 * was updated last as far as the reviewer knows, by id.
 */
export async function setReview(
  trx: Database,
  { organization, campaign }: { organization: string; campaign: string },
  { people, seen = {} }: { people: readonly string[] | 'all'; seen?: Record<string, string> },
  review: Review,
): Promise<number> {
  const isApproved = review === 'approved'
  const known = Object.entries(seen).filter(([id]) => isId(id))
  const ids = known.map(([id]) => id)
  const times = known.map(([, at]) => Date.parse(at))
  const isMeant = people === 'all' ? sql`true` : sql`id = ANY (${people.filter(isId)})`
  // Locked in one order, so that two reviewers at once do not wait for each other.
  const { rows } = await sql<{ changed: number; isOther: boolean }>`
      WITH meant AS MATERIALIZED (
        SELECT id, updated_at FROM content
        WHERE organization = ${organization} AND campaign = ${campaign} AND status = 'completed'
          AND approved <> ${isApproved} AND ${isMeant}
        ORDER BY id FOR NO KEY UPDATE),
      other AS (
        SELECT FROM meant JOIN unnest(${ids}::text[], ${times}::float8[]) AS seen(id, ms) USING (id)
        WHERE floor(extract(epoch FROM updated_at) * 1000) <> ms),
      done AS (
        UPDATE content SET approved = ${isApproved}
        WHERE organization = ${organization} AND id IN (SELECT id FROM meant) AND NOT EXISTS (SELECT FROM other)
        RETURNING id)
      SELECT (SELECT count(*) FROM done) AS changed, EXISTS (SELECT FROM other) AS "isOther"`.execute(trx)
  const [{ changed, isOther } = { changed: 0, isOther: false }] = rows
  if (isOther) throw new DomainError('other-version', 'A page was made again since it was looked at.')
  return changed
}
