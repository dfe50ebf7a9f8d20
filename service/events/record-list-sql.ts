import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { ContentStatus } from '../content/content.ts'
import { fewRecords, type RecordMatch, type RecordSearch, recordMatch } from './record-match-sql.ts'
import { type RecordPart, type Segment, segmentsOf, wholeOf } from './record-order-sql.ts'
import type { DayTally, Health } from './tally.ts'

/** A content record in the list of records, as the store returns it. */
export interface ListedRecord extends DayTally {
  id: string
  /** The value that the list is sorted by, as text. */
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
  campaign: { id: string; name: string } | null
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

export type ListQuery = RecordSearch & RecordPart

/** How many records, in order, are searched in one query. */
const scannedAtOnce = 1500

/** One page of the organization's records. */
export async function listRecords(
  db: Database,
  organization: string,
  query: ListQuery,
): Promise<ListedRecord[]> {
  const match = await recordMatch(db, organization, query)
  const found = await match?.findFew()
  if (found) return readFound(db, organization, wholeOf(query), found, query.limit)
  return readSegments(db, organization, query, match)
}

/** The next page of these records. */
async function readFound(
  db: Database,
  organization: string,
  { where, order, key }: Pick<Segment, 'where' | 'order' | 'key'>,
  found: RawBuilder<unknown>,
  limit: number,
): Promise<ListedRecord[]> {
  const keys = sql`
    SELECT c.id, (${key})::text AS key FROM (${found}) AS found, ${recordOf(organization, sql`found.id`)}
    WHERE ${where} ORDER BY ${order} LIMIT ${limit}`
  return readPage(db, organization, keys, sql`true`, limit)
}

async function readSegments(
  db: Database,
  organization: string,
  query: ListQuery,
  match: RecordMatch | undefined,
): Promise<ListedRecord[]> {
  const rows: ListedRecord[] = []
  for (const segment of segmentsOf(query)) {
    if (rows.length >= query.limit) break
    rows.push(...(await readSegment(db, organization, segment, match, query.limit - rows.length)))
  }
  return rows
}

/** Rows of a segment. Frequent matches are found among its first records; collecting all of them would take long. */
async function readSegment(
  db: Database,
  organization: string,
  segment: Segment,
  match: RecordMatch | undefined,
  limit: number,
): Promise<ListedRecord[]> {
  if (!match) return readPage(db, organization, keysOf(organization, segment, limit), sql`true`, limit)
  const { rows: keys } = await sql<Key>`${keysOf(organization, segment, fewRecords)}`.execute(db)
  const rows: ListedRecord[] = []
  for (let from = 0; from < keys.length && rows.length < limit; from += scannedAtOnce) {
    const scanned = keys.slice(from, from + scannedAtOnce)
    rows.push(...(await readMatching(db, organization, scanned, match, limit - rows.length)))
  }
  if (rows.length >= limit || keys.length < fewRecords) return rows
  return readFound(db, organization, segment, match.found, limit)
}

/** A record's id, and the value that it is sorted by, as text. */
interface Key {
  id: string
  key: string
}

/** Those of the records that match, in the given order. */
function readMatching(
  db: Database,
  organization: string,
  keys: Key[],
  { isFound }: RecordMatch,
  limit: number,
): Promise<ListedRecord[]> {
  const [ids, texts] = [keys.map(({ id }) => id), keys.map(({ key }) => key)]
  const looked = sql`SELECT * FROM unnest(${ids}::text[], ${texts}::text[]) AS looked(id, key)`
  return readPage(db, organization, looked, isFound, limit)
}

/** The first keys of a segment. */
function keysOf(organization: string, { id, key, from, where, order }: Segment, count: number) {
  return sql`
    SELECT ${id} AS id, (${key})::text AS key FROM ${from(organization)}
    WHERE ${where} ORDER BY ${order} LIMIT ${count}`
}

/** Reads the records with these keys for which `where` is true, in the order of the keys. */
async function readPage(
  db: Database,
  organization: string,
  keys: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  limit: number,
): Promise<ListedRecord[]> {
  const { rows } = await sql<ListedRecord>`
    WITH keys AS MATERIALIZED (SELECT id, key, row_number() OVER () AS at FROM (${keys}) AS k)
    SELECT c.id, c.pattern, coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, '') AS prospect,
      p.id AS "prospectId", p.name, p.email, p.company, t.first_visit AS "firstVisit", t.last_visit AS "lastVisit",
      c.template, c.language, c.status, coalesce(t.visits, 0) AS visits, coalesce(t.views, 0) AS views,
      coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms, coalesce(t.lost, 0) AS lost,
      coalesce(t.others, 0) - u.visits AS machines, u.visits AS unsure,
      coalesce(t.health, 'unknown') AS health, coalesce(t.dropped, '{}')::json AS dropped,
      c.created_at AS "createdAt", g.campaign, g.utm, keys.key
    FROM keys, ${recordOf(organization, sql`keys.id`)}
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', id, 'name', name) AS campaign, utm FROM campaign
      WHERE organization = ${organization} AND id = c.campaign OFFSET 0) AS g ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = ${organization} AND v.content = c.id AND is_unsure(v.kind, v.arrived_at) AND NOT c.test OFFSET 0) AS u
    WHERE ${where} ORDER BY keys.at LIMIT ${limit}`.execute(db)
  return rows
}

/** A record with its prospect and tally, each looked up by its key: a plan made for few rows stays good for many. */
function recordOf(organization: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    LATERAL (SELECT * FROM content WHERE organization = ${organization} AND id = ${id} OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM prospect WHERE organization = ${organization} AND id = c.prospect OFFSET 0) AS p
    LEFT JOIN LATERAL (
      SELECT * FROM tally WHERE organization = ${organization} AND content = c.id OFFSET 0) AS t ON true`
}
