import { type RawBuilder, sql } from 'kysely'
import type { ListedRecord } from '../model/results.ts'
import type { Database } from './database.ts'
import { type Segment, type SortColumn, segmentsOf } from './record-order.ts'

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

/** A record, what it is sorted by, and its place among those looked through. */
type Row = ListedRecord & { key: string; at?: number }

/** Of the records in their order so many are looked through before those that match are gathered. */
const lookedThrough = 2000

/** The organization's records from `after` on, and what the last of them is sorted by, where there are more. */
export async function listRecords(
  db: Database,
  organization: string,
  query: ListQuery,
): Promise<{ records: ListedRecord[]; last?: [key: string, id: string] }> {
  const { limit } = query
  const match = await matchOf(db, organization, query)
  const rows: Row[] = []
  for (const segment of segmentsOf(query)) {
    if (rows.length > limit) break
    rows.push(...(await readSegment(db, organization, segment, match, limit + 1 - rows.length)))
  }
  const page = rows.slice(0, limit)
  const records = page.map(({ key, at, ...record }) => record)
  const last = page.at(-1)
  return rows.length > limit && last ? { records, last: [last.key, last.id] } : { records }
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
  const asked = (words ?? []).map((word) => `${word}:*`).join(' & ')
  const hasWords = sql<boolean>`
    prospect_words(p.name, p.company, p.email, p.domain) @@ to_tsquery('pg_catalog.simple', ${asked})`
  return {
    isFound: sql`(${hasWords} OR c.template = ANY (${templates}))`,
    found: sql`
      SELECT c.id FROM prospect p JOIN content c ON c.organization = p.organization AND c.prospect = p.id
      WHERE p.organization = ${organization} AND ${hasWords}
      UNION SELECT id FROM content WHERE organization = ${organization} AND template = ANY (${templates})`,
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

/**
 * Rows of a part of the list. What is searched for and frequent is found among the first; to gather all of it would
 * take long, and what is rare is gathered in no time.
 */
async function readSegment(
  db: Database,
  organization: string,
  segment: Segment,
  match: Match | undefined,
  limit: number,
): Promise<Row[]> {
  const { from, where, order } = segment
  const select = sql`${columnsOf(segment)} FROM ${from}`
  const condition = sql`c.organization = ${organization} AND p.organization = ${organization} AND ${where}`
  if (!match) return read(db, sql`SELECT ${select} WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`)
  const among = await read(
    db,
    sql`
      WITH first AS MATERIALIZED (
        SELECT ${select} WHERE ${condition} ORDER BY ${order} LIMIT ${lookedThrough}),
      judged AS (
        SELECT first.*, row_number() OVER () AS at FROM first)
      SELECT judged.* FROM judged JOIN content c ON c.organization = ${organization} AND c.id = judged.id
      JOIN prospect p ON p.organization = ${organization} AND p.id = c.prospect
      WHERE ${match.isFound} ORDER BY judged.at LIMIT ${limit}`,
  )
  if (among.length >= limit) return among
  return read(
    db,
    sql`
      WITH found AS MATERIALIZED (${match.found})
      SELECT ${select} JOIN found ON found.id = c.id WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`,
  )
}

function columnsOf({ key }: Segment): RawBuilder<unknown> {
  return sql`
    c.id, c.pattern, coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, '') AS prospect,
    c.template, c.language, c.status, coalesce(t.visits, 0) AS visits, coalesce(t.views, 0) AS views,
    coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms, coalesce(t.lost, 0) AS lost,
    coalesce(t.health, 'unknown') AS health, coalesce(t.dropped, '{}')::json AS dropped,
    p.name, p.email, p.company, t.first_visit AS "firstVisitAt", t.last_visit AS "lastVisitAt",
    c.created_at AS "createdAt", (${key})::text AS key`
}

async function read(db: Database, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await (query as RawBuilder<Row>).execute(db)).rows
}
