import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { beyond, hasWords, inOrder, isBehind, timeOf } from '../base/database/sql.ts'
import type { PageQuery, Sorting } from '../base/http/list-page.ts'
import type { ContentStatus } from '../content/content.ts'
import { isThere } from '../content/sql.ts'
import type { DayTally, Health } from './tally.ts'

/** A content record in the list of records, as the store returns it. */
export interface ListedRecord extends DayTally {
  id: string
  /** What the list is sorted by, in milliseconds since 1970 as text; empty for the last visit of a record without one. */
  key: string
  pattern: string
  /** The prospect's name, company, e-mail or domain, whichever is known first. */
  prospect: string
  /** Its id. */
  prospectId: string
  name: string | null
  email: string | null
  company: string | null
  /** When the first and the last visit began. */
  firstVisit: Date | null
  lastVisit: Date | null
  template: string
  /** The campaign that it belongs to. */
  campaign: { id: string; name: string; open: boolean } | null
  /** JSON: the `utm_` values of its campaign's links. */
  utm: string | null
  language: string
  status: ContentStatus
  machines: number
  unsure: number
  lost: number
  health: Health
  /** Events that were dropped, by reason. */
  dropped: Record<string, number>
  createdAt: Date
}

/** What records are sorted by; ids decide between equals. Each has an index. */
export const recordSorts = ['created', 'lastVisit'] as const
type RecordSort = (typeof recordSorts)[number]

/** Which records are listed, and in which order; a position is a record's `key` (see `ListedRecord`) and id. */
export interface ListQuery extends PageQuery, Sorting<RecordSort> {
  /** Only this record. */
  id?: string | undefined
  /** Only those of this prospect. */
  prospect?: string | undefined
  /** Only those of the template with this name. */
  template?: string | undefined
  /** Beginnings of words of the prospect's name, company, e-mail and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
}

/** One page of the organization's records. By the last visit, those without one come last in either order. */
export async function listRecords(
  db: Database,
  organization: string,
  query: ListQuery,
): Promise<ListedRecord[]> {
  const { sort, descending, after, limit } = query
  const order = (column: RawBuilder<unknown>) => ({
    where: after
      ? isBehind(descending, [column, sql`c.id`], [timeOf(after[0]), sql`${after[1]}`])
      : sql<boolean>`true`,
    order: inOrder(descending, column, sql`c.id`),
    key: sql`(extract(epoch FROM ${column}) * 1000)::bigint::text`,
  })
  if (sort === 'created') return readRecords(db, organization, query, order(sql`c.created_at`))
  const visited = after?.[0] === '' ? [] : await readVisited()
  if (visited.length === limit) return visited
  const behind = after?.[0] === '' ? sql`AND c.id ${beyond(descending)} ${after[1]}` : sql``
  const unvisited = await readRecords(
    db,
    organization,
    { ...query, limit: limit - visited.length },
    {
      where: sql`t.last_visit IS NULL ${behind}`,
      order: inOrder(descending, sql`c.id`),
      key: sql`''`,
    },
  )
  return [...visited, ...unvisited]

  function readVisited() {
    const { where, ...rest } = order(sql`t.last_visit`)
    return readRecords(db, organization, query, {
      ...rest,
      where: sql`t.last_visit IS NOT NULL AND ${where}`,
    })
  }
}

/** A part of the list, in terms of the content `c` and its tally `t`. */
interface Order {
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  key: RawBuilder<unknown>
}

/** The records are chosen before the rest is looked up, so that it is looked up for a page alone. */
async function readRecords(
  db: Database,
  organization: string,
  { id, prospect, template, words, limit }: ListQuery,
  { where, order, key }: Order,
): Promise<ListedRecord[]> {
  const conditions = [
    sql`c.organization = ${organization}`,
    isThere('c'),
    where,
    ...(id === undefined ? [] : [sql`c.id = ${id}`]),
    ...(prospect === undefined ? [] : [sql`c.prospect = ${prospect}`]),
    ...(template === undefined ? [] : [sql`c.template = ${template}`]),
    ...(words === undefined ? [] : [hasWords(sql`p`, words)]),
  ]
  const { rows } = await sql<ListedRecord>`
    WITH page AS MATERIALIZED (
      SELECT c.id, ${key} AS key, row_number() OVER (ORDER BY ${order}) AS at
      FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
      LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id
      WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${limit})
    SELECT c.id, c.pattern, coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, '') AS prospect,
      p.id AS "prospectId", p.name, p.email, p.company, t.first_visit AS "firstVisit", t.last_visit AS "lastVisit",
      c.template, c.language, c.status, coalesce(t.visits, 0) AS visits, coalesce(t.views, 0) AS views,
      coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms, coalesce(t.lost, 0) AS lost,
      coalesce(t.others, 0) - u.visits AS machines, u.visits AS unsure,
      coalesce(t.health, 'unknown') AS health, coalesce(t.dropped, '{}')::json AS dropped,
      c.created_at AS "createdAt", g.campaign, g.utm, page.key
    FROM page
    JOIN content c ON c.organization = ${organization} AND c.id = page.id
    JOIN prospect p ON p.organization = ${organization} AND p.id = c.prospect
    LEFT JOIN tally t ON t.organization = ${organization} AND t.content = c.id
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', id, 'name', name, 'open', status = 'open') AS campaign, utm FROM campaign
      WHERE organization = ${organization} AND id = c.campaign OFFSET 0) AS g ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = ${organization} AND v.content = c.id AND is_unsure(v.kind, v.seen_minute) AND NOT c.test OFFSET 0) AS u
    ORDER BY page.at`.execute(db)
  return rows
}
