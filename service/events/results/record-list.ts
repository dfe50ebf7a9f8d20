import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Database } from '../../base/database/database.ts'
import { beyond, hasWords, inOrder, isBehind, timeOf } from '../../base/database/sql.ts'
import {
  keyOf,
  type PageQuery,
  readPage,
  readPageQuery,
  readSort,
  type Sorting,
} from '../../base/http/list-page.ts'
import { toCsvRow } from '../../base/words/csv-cell.ts'
import { DomainError } from '../../base/words/errors.ts'
import { isId } from '../../base/words/ids.ts'
import { searchWords } from '../../base/words/text.ts'
import { isThere } from '../../content/sql.ts'
import { linkTo, type Utm } from '../../templates/link.ts'
import type { RecordPage, RecordSummary, RecordsQuery } from './operations.ts'

const recordSorts = ['created', 'lastVisit'] as const

interface ListQuery extends PageQuery, Sorting<(typeof recordSorts)[number]> {
  /** Conditions on the content `c` and its prospect `p`. */
  wanted: RawBuilder<unknown>[]
}

/** The time is empty for the last visit of a record without one. */
const position = Type.Tuple([Type.Union([keyOf.time, Type.Literal('')]), keyOf.id])

/** Reads the parameters. Throws `invalid-field` with the name of the parameter. */
function readListQuery(asked: RecordsQuery): ListQuery {
  const { id, prospect, template, search = '' } = asked
  if (id !== undefined && !isId(id)) throw new DomainError('not-found', 'No content has this id.')
  if (prospect !== undefined && !isId(prospect))
    throw new DomainError('not-found', 'No prospect has this id.')
  const wanted = [
    ...(id === undefined ? [] : [sql`c.id = ${id}`]),
    ...(prospect === undefined ? [] : [sql`c.prospect = ${prospect}`]),
    ...(template === undefined ? [] : [sql`c.template = ${template.replaceAll('\0', '')}`]),
    ...(search.trim() ? [hasWords(sql`p`, searchWords(search))] : []),
  ]
  return { wanted, ...readSort(asked.sort ?? '-created', recordSorts), ...readPageQuery(asked, position) }
}

/** The page of a template; undefined if it names none. */
type PageOf = (template: string) => Promise<string | undefined>

/** One page of the organization's records, with their links. Throws `invalid-field`. */
export async function listRecords(
  db: Database,
  organization: string,
  asked: RecordsQuery,
  pageOf: PageOf,
): Promise<RecordPage> {
  const { rows, ...more } = await readPage(
    readListQuery(asked),
    (query) => readOrdered(db, organization, query),
    ({ key, id }) => [key, id],
  )
  // Every call for a page checks the template's file.
  const names = [...new Set(rows.map(({ template }) => template))]
  const pages = new Map(await Promise.all(names.map(async (name) => [name, await pageOf(name)] as const)))
  return { records: rows.map((record) => toSummary(record, pages.get(record.template))), ...more }
}

const columns = [
  ...(['id', 'name', 'email', 'company', 'template', 'language', 'status', 'link', 'firstVisitAt'] as const),
  ...(['lastVisitAt', 'visits', 'views', 'clicks', 'ms', 'lost', 'createdAt', 'machines', 'unsure'] as const),
]

const recordsAtOnce = 1000

/**
 * The records as CSV (RFC 4180), safe to open in a spreadsheet: from where the cursor says, all of them unless `limit` says
 * how many. Throws `invalid-field` at once.
 */
export function recordsFile(
  db: Database,
  organization: string,
  asked: RecordsQuery,
  pageOf: PageOf,
): AsyncGenerator<string> {
  const { limit } = readListQuery(asked)
  async function* rows(): AsyncGenerator<string> {
    yield toCsvRow(columns)
    let cursor = asked.cursor
    for (let left = asked.limit === undefined ? Number.POSITIVE_INFINITY : limit; left > 0; ) {
      const part = { ...asked, limit: String(Math.min(left, recordsAtOnce)), ...(cursor && { cursor }) }
      const { records, next } = await listRecords(db, organization, part, pageOf)
      yield records.map((record) => toCsvRow(columns.map((column) => String(record[column] ?? '')))).join('')
      if (next === undefined) return
      left -= records.length
      cursor = next
    }
  }
  return rows()
}

interface ListedRecord
  extends Omit<RecordSummary, 'createdAt' | 'campaign' | 'firstVisitAt' | 'lastVisitAt'> {
  /** What the list is sorted by, in milliseconds since 1970 as text; empty for the last visit of a record without one. */
  key: string
  pattern: string
  /** JSON: the `utm_` values of its campaign's links. */
  utm: string | null
  campaign: RecordSummary['campaign'] | null
  firstVisitAt: Date | null
  lastVisitAt: Date | null
  createdAt: Date
}

function toSummary(
  { key: _, pattern, utm, ...record }: ListedRecord,
  page: string | undefined,
): RecordSummary {
  const link = page && linkTo(page, pattern, utm === null ? {} : (JSON.parse(utm) as Utm))
  const { name, email, company, campaign, firstVisitAt, lastVisitAt, createdAt, ...rest } = record
  const known = {
    ...{ name, email, company, campaign, link },
    firstVisitAt: firstVisitAt?.toISOString(),
    lastVisitAt: lastVisitAt?.toISOString(),
  }
  const told = Object.entries(known).filter(([, value]) => value)
  return { ...rest, ...Object.fromEntries(told), createdAt: createdAt.toISOString() }
}

/** Records in the order of a query. By the last visit, those without one come last in either order. */
async function readOrdered(db: Database, organization: string, query: ListQuery): Promise<ListedRecord[]> {
  const { sort, descending, after, limit, wanted } = query
  const read = (column: RawBuilder<unknown>, where: RawBuilder<unknown>[] = []) => {
    const behind = isBehind(descending, [column, sql`c.id`], [timeOf(after?.[0]), sql`${after?.[1]}`])
    return readRecords(db, organization, {
      conditions: [...wanted, ...where, ...(after ? [behind] : [])],
      order: inOrder(descending, column, sql`c.id`),
      key: sql`(extract(epoch FROM ${column}) * 1000)::bigint::text`,
      limit,
    })
  }
  if (sort === 'created') return read(sql`c.created_at`)
  const isUnvisited = after?.[0] === ''
  const visited = isUnvisited ? [] : await read(sql`t.last_visit`, [sql`t.last_visit IS NOT NULL`])
  if (visited.length === limit) return visited
  const unvisited = await readRecords(db, organization, {
    conditions: [
      ...wanted,
      sql`t.last_visit IS NULL`,
      ...(isUnvisited ? [sql`c.id ${beyond(descending)} ${after[1]}`] : []),
    ],
    order: inOrder(descending, sql`c.id`),
    key: sql`''`,
    limit: limit - visited.length,
  })
  return [...visited, ...unvisited]
}

interface Part {
  conditions: RawBuilder<unknown>[]
  order: RawBuilder<unknown>
  key: RawBuilder<unknown>
  limit: number
}

/** The records are chosen before the rest is looked up, so that it is looked up for a page alone. */
async function readRecords(
  db: Database,
  organization: string,
  { conditions, order, key, limit }: Part,
): Promise<ListedRecord[]> {
  const all = [sql`c.organization = ${organization}`, isThere('c'), ...conditions]
  const { rows } = await sql<ListedRecord>`
    WITH page AS MATERIALIZED (
      SELECT c.id, ${key} AS key, row_number() OVER (ORDER BY ${order}) AS at
      FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
      LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id
      WHERE ${sql.join(all, sql` AND `)} ORDER BY ${order} LIMIT ${limit})
    SELECT c.id, c.pattern, coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, '') AS prospect,
      p.id AS "prospectId", p.name, p.email, p.company, t.first_visit AS "firstVisitAt", t.last_visit AS "lastVisitAt",
      c.template, c.language, c.status, coalesce(t.visits, 0) AS visits, coalesce(t.views, 0) AS views,
      coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms, coalesce(t.lost, 0) AS lost,
      coalesce(t.others, 0) - u.visits AS machines, u.visits AS unsure, c.created_at AS "createdAt", g.campaign, g.utm,
      page.key
    FROM page
    JOIN content c ON c.organization = ${organization} AND c.id = page.id
    JOIN prospect p ON p.organization = ${organization} AND p.id = c.prospect
    LEFT JOIN tally t ON t.organization = ${organization} AND t.content = c.id
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', id, 'name', name, 'open', status = 'open') AS campaign, utm FROM campaign
      WHERE organization = ${organization} AND id = c.campaign OFFSET 0) AS g ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = ${organization} AND v.content = c.id AND is_unsure(v) OFFSET 0) AS u
    ORDER BY page.at`.execute(db)
  return rows
}
