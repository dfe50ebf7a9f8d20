import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { findFrequentWords, hasRareWords, hasWordsAtHand } from '../base/database/word-search.ts'
import type { ContentStatus } from '../content/content.ts'
import { isThere } from '../content/sql.ts'
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
      SELECT json_build_object('id', id, 'name', name, 'open', status = 'open') AS campaign, utm FROM campaign
      WHERE organization = ${organization} AND id = c.campaign OFFSET 0) AS g ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = ${organization} AND v.content = c.id AND is_unsure(v.kind, v.seen_minute) AND NOT c.test OFFSET 0) AS u
    WHERE ${where} ORDER BY keys.at LIMIT ${limit}`.execute(db)
  return rows
}

/** A record with its prospect and tally, each looked up by its key: a plan made for few rows stays good for many. */
function recordOf(organization: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    LATERAL (
      SELECT * FROM content WHERE organization = ${organization} AND id = ${id} AND ${isThere()} OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM prospect WHERE organization = ${organization} AND id = c.prospect OFFSET 0) AS p
    LEFT JOIN LATERAL (
      SELECT * FROM tally WHERE organization = ${organization} AND content = c.id OFFSET 0) AS t ON true`
}

/** What records are searched by. Nothing: all of them. */
interface RecordSearch {
  /** Only this record. */
  id?: string | undefined
  /** Only those of this prospect. */
  prospect?: string | undefined
  /** Only those of the template with this name. */
  ofTemplate?: string | undefined
  /** Beginnings of words of the prospect's name, company, e-mail and domain, in lower case; letters and digits. */
  words?: readonly string[] | undefined
  /** Part of the template's name, as an alternative to the words. */
  template?: string | undefined
}

/** Up to this many matches are collected and sorted. Of more, this many records are searched in order first. */
const fewRecords = 3000

/** How matching records are found. */
interface RecordMatch {
  /** Whether a record matches. */
  isFound: RawBuilder<boolean>
  /** The ids of all that match. */
  found: RawBuilder<unknown>
  /** The same where they are few, without another search in the index of words; undefined where they are many. */
  findFew(): Promise<RawBuilder<unknown> | undefined>
}

/** How the records of a search are found; undefined where all match. */
async function recordMatch(
  db: Database,
  organization: string,
  query: RecordSearch,
): Promise<RecordMatch | undefined> {
  const { id, prospect, ofTemplate, words, template } = query
  if (id !== undefined) return matchOfFew(sql`c.id = ${id}`, sql`SELECT ${id}::text AS id`)
  const ofOrganization = sql`SELECT id FROM content WHERE organization = ${organization}`
  if (prospect !== undefined)
    return matchOfFew(sql`c.prospect = ${prospect}`, sql`${ofOrganization} AND prospect = ${prospect}`)
  if (ofTemplate !== undefined) {
    const found = sql`${ofOrganization} AND template = ${ofTemplate}`
    return {
      isFound: sql`c.template = ${ofTemplate}`,
      found,
      findFew: async () => ((await idsOfFew(db, found)) ? found : undefined),
    }
  }
  if (words === undefined && template === undefined) return undefined
  const asked = words ?? []
  const templates = template === undefined ? [] : await templatesWith(db, organization, template)
  const frequent = await findFrequentWords(db, organization, asked)
  const isFoundByIndex = hasRareWords(sql`p`, asked, frequent)
  const people = sql`SELECT id FROM prospect p WHERE p.organization = ${organization} AND ${isFoundByIndex}`
  const ofTemplates = sql`${ofOrganization} AND template = ANY (${templates})`
  const ofPeople = (ids: RawBuilder<unknown>) => sql`${ofOrganization} AND prospect = ANY (${ids})`
  return {
    isFound: sql`(c.template = ANY (${templates}) OR ${hasWordsAtHand(sql`p`, asked)})`,
    found: sql`${ofPeople(sql`ARRAY(${people})`)} UNION ${ofTemplates}`,
    async findFew() {
      if (asked.length > 0 && asked.every((word) => frequent.has(word))) return undefined
      if (templates.length > 0 && !(await idsOfFew(db, ofTemplates))) return undefined
      const ids = await idsOfFew(db, people)
      return ids && sql`${ofPeople(sql`${ids}::text[]`)} UNION ${ofTemplates}`
    },
  }
}

function matchOfFew(isFound: RawBuilder<boolean>, found: RawBuilder<unknown>): RecordMatch {
  return { isFound, found, findFew: async () => found }
}

/** The ids that a query returns; undefined where they are many. */
async function idsOfFew(db: Database, ids: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`${ids} LIMIT ${fewRecords + 1}`.execute(db)
  return rows.length > fewRecords ? undefined : rows.map(({ id }) => id)
}

/** The templates of the organization's records whose name contains a text; steps through the index by name. */
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
