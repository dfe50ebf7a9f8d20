import { type RawBuilder, sql } from 'kysely'
import type { ListedRecord } from '../model/results.ts'
import type { Database } from './database.ts'
import { type Segment, type SortColumn, segmentsOf, wholeOf } from './record-order.ts'
import { hasRareWords, hasWords } from './word-search.ts'

export interface ListQuery {
  /** Only this record. */
  id?: string | undefined
  /** Only those of this prospect. */
  prospect?: string | undefined
  /** Beginnings of words of the prospect's name, company, e-mail and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
  /** Part of the template's name, found as well as the words. */
  template?: string | undefined
  sort: SortColumn
  descending: boolean
  /** What the record before the first one is sorted by, as text, and its id. */
  after?: [key: string, id: string] | undefined
  limit: number
}

/** A record, and what it is sorted by. */
type Row = ListedRecord & { key: string }

/** So many records, in their order, are looked through at once: what is searched for is often frequent. */
const glance = 1500
/** Up to so many are gathered and sorted; of more, so many are looked through. */
const few = 3000

/** The organization's records from `after` on, and what the last of them is sorted by, where there are more. */
export async function listRecords(
  db: Database,
  organization: string,
  query: ListQuery,
): Promise<{ records: ListedRecord[]; last?: [key: string, id: string] }> {
  const { limit } = query
  const match = await matchOf(db, organization, query)
  const rows = await readRows(db, organization, query, match)
  const page = rows.slice(0, limit)
  const records = page.map(({ key, ...record }) => record)
  const last = page.at(-1)
  return rows.length > limit && last ? { records, last: [last.key, last.id] } : { records }
}

async function readRows(
  db: Database,
  organization: string,
  query: ListQuery,
  match: Match | undefined,
): Promise<Row[]> {
  if (!match) return readSegments(db, organization, query, match)
  const wanted = query.limit + 1
  const [first] = segmentsOf(query)
  const rows = first ? await lookThrough(db, organization, first, match, glance, wanted) : []
  if (rows.length >= wanted) return rows
  const found = await findFew(db, match)
  if (found) return readFound(db, organization, wholeOf(query), found, wanted)
  return readSegments(db, organization, query, match)
}

/** Whether a record is one that is searched for, and the ids of all that are. */
interface Match {
  isFound: RawBuilder<boolean>
  found: RawBuilder<unknown>
}

async function matchOf(db: Database, organization: string, query: ListQuery): Promise<Match | undefined> {
  const { id, prospect, words, template } = query
  if (id !== undefined) return { isFound: sql`c.id = ${id}`, found: sql`SELECT ${id}::text AS id` }
  if (prospect !== undefined)
    return {
      isFound: sql`c.prospect = ${prospect}`,
      found: sql`SELECT id FROM content WHERE organization = ${organization} AND prospect = ${prospect}`,
    }
  if (words === undefined && template === undefined) return undefined
  const templates = template === undefined ? [] : await templatesWith(db, organization, template)
  const asked = words ?? []
  const isFound = hasWords(sql`p`, asked)
  const isFoundByIndex = await hasRareWords(db, organization, sql`p`, asked)
  return {
    isFound: sql`(${isFound} OR c.template = ANY (${templates}))`,
    found: sql`
      SELECT c.id FROM prospect p JOIN content c ON c.organization = p.organization AND c.prospect = p.id
      WHERE p.organization = ${organization} AND ${isFoundByIndex}
      UNION ALL SELECT id FROM content WHERE organization = ${organization} AND template = ANY (${templates})`,
  }
}

/** The templates of the organization's records whose name has a text: from one to the next by index. */
async function templatesWith(db: Database, organization: string, text: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    WITH RECURSIVE names AS (
      (SELECT template FROM content WHERE organization = ${organization} ORDER BY template LIMIT 1)
      UNION ALL
      SELECT (SELECT template FROM content WHERE organization = ${organization} AND template > names.template
        ORDER BY template LIMIT 1) FROM names WHERE names.template IS NOT NULL)
    SELECT template FROM names WHERE strpos(lower(template), lower(${text})) > 0`.execute(db)
  return rows.map(({ template }) => template)
}

/** The ids of all records that match; undefined where they are many. */
async function findFew(db: Database, { found }: Match): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM (${found}) AS found LIMIT ${few + 1}`.execute(db)
  return rows.length > few ? undefined : [...new Set(rows.map(({ id }) => id))]
}

/** Of these records those that come next. */
async function readFound(
  db: Database,
  organization: string,
  { where, order, key }: Pick<Segment, 'where' | 'order' | 'key'>,
  ids: RawBuilder<unknown> | string[],
  limit: number,
): Promise<Row[]> {
  const found = Array.isArray(ids) ? sql`unnest(${ids}::text[]) AS found(id)` : sql`(${ids}) AS found`
  const keys = sql`
    SELECT c.id, (${key})::text AS key FROM ${found}, ${recordOf(organization, sql`found.id`)}
    WHERE ${where} ORDER BY ${order} LIMIT ${limit}`
  return readPage(db, organization, keys, sql`true`, limit)
}

async function readSegments(
  db: Database,
  organization: string,
  query: ListQuery,
  match: Match | undefined,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const segment of segmentsOf(query)) {
    if (rows.length > query.limit) break
    rows.push(...(await readSegment(db, organization, segment, match, query.limit + 1 - rows.length)))
  }
  return rows
}

/** Rows of a part of the list. What is frequent is found among the first; to gather all of it would take long. */
async function readSegment(
  db: Database,
  organization: string,
  segment: Segment,
  match: Match | undefined,
  limit: number,
): Promise<Row[]> {
  if (!match) return readPage(db, organization, keysOf(organization, segment, limit), sql`true`, limit)
  const among = await lookThrough(db, organization, segment, match, few, limit)
  if (among.length >= limit) return among
  return readFound(
    db,
    organization,
    segment,
    sql`SELECT DISTINCT id FROM (${match.found}) AS all_found`,
    limit,
  )
}

/** Of the first `count` records of a part those that match. */
function lookThrough(
  db: Database,
  organization: string,
  segment: Segment,
  { isFound }: Match,
  count: number,
  limit: number,
): Promise<Row[]> {
  return readPage(db, organization, keysOf(organization, segment, count), isFound, limit)
}

/** Ids of `tally` compare byte by byte, those of `content` do not: an index is of use to its own kind only. */
function keysOf(organization: string, { id, key, from, where, order }: Segment, count: number) {
  return sql`
    SELECT ${id} COLLATE "default" AS id, (${key})::text AS key FROM ${from(organization)}
    WHERE ${where} ORDER BY ${order} LIMIT ${count}`
}

/** The records of a page, whose ids come in their order: those that `where` is true of. */
async function readPage(
  db: Database,
  organization: string,
  keys: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    WITH keys AS MATERIALIZED (SELECT id, key, row_number() OVER () AS at FROM (${keys}) AS k)
    SELECT c.id, c.pattern, coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, '') AS prospect,
      p.id AS "prospectId", p.name, p.email, p.company, t.first_visit AS "firstVisit", t.last_visit AS "lastVisit",
      c.template, c.language, c.status, coalesce(t.visits, 0) AS visits, coalesce(t.views, 0) AS views,
      coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms, coalesce(t.lost, 0) AS lost,
      coalesce(t.health, 'unknown') AS health, coalesce(t.dropped, '{}')::json AS dropped,
      c.created_at AS "createdAt", keys.key
    FROM keys, ${recordOf(organization, sql`keys.id`)}
    WHERE ${where} ORDER BY keys.at LIMIT ${limit}`.execute(db)
  return rows
}

/** A record with its prospect and its tally, each by its key: a plan for few that is kept for many is no harm. */
function recordOf(organization: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    LATERAL (SELECT * FROM content WHERE organization = ${organization} AND id = ${id} OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM prospect WHERE organization = ${organization} AND id = c.prospect OFFSET 0) AS p
    LEFT JOIN LATERAL (
      SELECT * FROM tally WHERE organization = ${organization} AND content = c.id COLLATE "C" OFFSET 0) AS t ON true`
}
