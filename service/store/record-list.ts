import { type RawBuilder, sql } from 'kysely'
import type { ListedRecord } from '../model/results.ts'
import type { Database } from './database.ts'

const label = sql<string>`coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, '')`

/** What the list can be sorted by. Texts are compared regardless of case. */
const sortColumns = {
  prospect: sql`lower(${label})`,
  template: sql`lower(c.template)`,
  created: sql`(extract(epoch FROM c.created_at) * 1000)::bigint`,
  visits: sql`coalesce(t.visits, 0)`,
  views: sql`coalesce(t.views, 0)`,
  clicks: sql`coalesce(t.clicks, 0)`,
  ms: sql`coalesce(t.ms, 0)`,
} satisfies Record<string, RawBuilder<unknown>>

export type SortColumn = keyof typeof sortColumns

/** Whether a text names a column to sort by. */
export function isSortColumn(text: string): text is SortColumn {
  return Object.hasOwn(sortColumns, text)
}

/** Whether a column is sorted as text; the others are whole numbers. */
export function isTextColumn(column: SortColumn): boolean {
  return column === 'prospect' || column === 'template'
}

export interface ListQuery {
  /** Only this record. */
  id?: string | undefined
  /** Part of the prospect's name, company or e-mail, or of the template's name. */
  search: string
  sort: SortColumn
  descending: boolean
  /** What the record before the first one is sorted by, as text, and its id. */
  after?: [key: string, id: string] | undefined
  limit: number
}

/** The organization's records from `after` on, and what the last of them is sorted by, where there are more. */
export async function listRecords(
  db: Database,
  organization: string,
  query: ListQuery,
): Promise<{ records: ListedRecord[]; last?: [key: string, id: string] }> {
  const { limit } = query
  const { rows } = await sql<ListedRecord & { key: string }>`
    SELECT c.id, c.pattern, ${label} AS prospect, c.template, c.language, c.status,
      coalesce(t.visits, 0) AS visits, coalesce(t.views, 0) AS views, coalesce(t.clicks, 0) AS clicks,
      coalesce(t.ms, 0) AS ms, coalesce(t.lost, 0) AS lost, coalesce(t.health, 'unknown') AS health,
      coalesce(t.dropped, '{}')::json AS dropped, c.created_at AS "createdAt", (${sortColumns[query.sort]})::text AS key
    FROM content c
    LEFT JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id
    WHERE c.organization = ${organization} AND ${whereOf(query)}
    ORDER BY ${orderOf(query)} LIMIT ${limit + 1}`.execute(db)
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return rows.length > limit && last ? { records, last: [last.key, last.id] } : { records }
}

function whereOf({ id, search, sort, descending, after }: ListQuery): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (id !== undefined) conditions.push(sql`c.id = ${id}`)
  if (search) {
    const texts = [sql`p.name`, sql`p.company`, sql`p.email`, sql`c.template`]
    const found = texts.map((text) => sql`strpos(lower(${text}), lower(${search})) > 0`)
    conditions.push(sql`(${sql.join(found, sql` OR `)})`)
  }
  if (after) {
    const [key, afterId] = after
    const beyond = descending ? sql`<` : sql`>`
    conditions.push(sql`(${sortColumns[sort]}, c.id) ${beyond} (${cast(sort, key)}, ${afterId})`)
  }
  return sql.join(conditions, sql` AND `)
}

function cast(sort: SortColumn, key: string): RawBuilder<unknown> {
  return isTextColumn(sort) ? sql`${key}` : sql`${key}::bigint`
}

function orderOf({ sort, descending }: ListQuery): RawBuilder<unknown> {
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql`${sortColumns[sort]} ${direction}, c.id ${direction}`
}
