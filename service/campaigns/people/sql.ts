import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { inOrder, inPages, isBehind, timeOf } from '../../base/database/sql.ts'
import type { PageQuery, Sorting } from '../../base/http/list-page.ts'
import type { Review } from '../../content/content.ts'
import type { CampaignPerson } from '../campaign.ts'
import type { Group } from '../lift/draw.ts'
import type { CampaignPeopleQuery } from '../operations.ts'
import { lacks } from '../review/sql.ts'
import { type CampaignKey, ofCampaign, type PlaceTable } from '../sql.ts'

/** A place as lists and files show it: what is null is not known. */
export interface PlaceRow
  extends Pick<
      PlaceTable,
      'key' | 'list' | 'line' | 'problem' | 'text' | 'email' | 'prospect' | 'content' | 'pattern'
    >,
    Pick<CampaignPerson, 'status' | 'visits' | 'reached'> {
  cells: string[]
  name: string | null
  company: string | null
  role: string | null
  /** Null of a line that invites nobody. */
  review: Review | null
  group: Group | null
  gaps: string | null
  changed: true | null
  updatedAt: Date | null
  firstVisitAt: Date | null
  lastVisitAt: Date | null
  views: number
  clicks: number
  ms: number
  machines: number
  unsure: number
}

/** Where a page of places ends: the position in the lists, and the value that it is sorted by. */
export type PlacePosition = [list: number, line: number, key: string, value?: string]

/**
 * What places are sorted by; the position in the lists decides between equals. `line` has an index; the others read all
 * places of the campaign.
 */
export const placeSorts = ['line', 'visits', 'lastVisit'] as const
export type PlaceSort = (typeof placeSorts)[number]

type Filter = 'search' | 'problem' | 'content' | 'review' | 'missing'
type Filters = { [Name in Filter]?: CampaignPeopleQuery[Name] | undefined }

export interface PlaceQuery extends PageQuery<PlacePosition>, Sorting<PlaceSort>, Filters {
  key?: string | undefined
  /** Only lines that invite nobody, or only people. */
  isUnusable?: boolean | undefined
}

/** Places of a campaign, sorted. */
export async function listPlaces(db: Database, { organization, campaign }: CampaignKey, query: PlaceQuery) {
  const { rows } = await sql<PlaceRow>`
    SELECT l.key, l.list, l.line, l.cells::json, l.problem, l.text, l.pattern, l.content, l.prospect, c.gaps,
      CASE WHEN l.text IS NULL THEN coalesce(c.status, 'waiting') ELSE 'problem' END AS status,
      CASE WHEN l.text IS NULL THEN CASE WHEN c.approved THEN 'approved' ELSE 'waiting' END END AS review,
      CASE WHEN l.text IS NULL THEN CASE WHEN l.control THEN 'control' ELSE 'personal' END END AS "group",
      nullif(c.changed, false) AS changed, c.updated_at AS "updatedAt", coalesce(p.email, l.email) AS email,
      coalesce(l.person::json #>> '{facts,name}', p.name) AS name,
      coalesce(l.person::json #>> '{facts,company}', p.company) AS company,
      coalesce(l.person::json #>> '{facts,role}', p.role) AS role, coalesce(t.visits, 0) AS visits,
      coalesce(t.views, 0) AS views, coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms,
      t.first_visit AS "firstVisitAt", t.last_visit AS "lastVisitAt", coalesce(t.reached, false) AS reached,
      coalesce(t.others, 0) - u.visits AS machines, u.visits AS unsure
    FROM place l
    LEFT JOIN content c ON c.organization = ${organization} AND c.id = l.content
    LEFT JOIN prospect p ON p.organization = ${organization} AND p.id = l.prospect
    LEFT JOIN tally t ON t.organization = l.organization AND t.content = l.content
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = ${organization} AND v.content = c.id AND is_unsure(v) OFFSET 0) AS u
    WHERE l.organization = ${organization} AND l.campaign = ${campaign} AND ${whereOf(query)}
    ORDER BY ${inOrder(query.descending, ...columnsOf(query.sort))} LIMIT ${query.limit}`.execute(db)
  return rows
}

/** Whether anything beyond ASCII is in the lists of a campaign, or known of its people. */
export async function isWide(db: Database, { organization, campaign }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM place l LEFT JOIN prospect p ON p.organization = l.organization AND p.id = l.prospect
    WHERE l.organization = ${organization} AND l.campaign = ${campaign}
      AND concat(l.cells, l.text, p.name, p.company, p.role) ~ '[^\\x01-\\x7f]' LIMIT 1`.execute(db)
  return rows.length > 0
}

const mostDomains = 500

/** The domains of a campaign's addresses, those of most people first. */
export async function listDomains(db: Database, campaign: CampaignKey): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    SELECT split_part(lower(email), '@', 2) AS domain FROM place
    WHERE ${ofCampaign(campaign)} AND email IS NOT NULL
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${mostDomains}`.execute(db)
  return rows.map(({ domain }) => domain)
}

const placesAtOnce = 500

/** All places of a campaign, or all people, or all lines that invite nobody, in pages. */
export function allPlaces(db: Database, key: CampaignKey, isUnusable: boolean | undefined) {
  return inPages<PlaceRow>(placesAtOnce, (last) =>
    listPlaces(db, key, {
      isUnusable,
      sort: 'line',
      descending: false,
      after: last && [last.list, last.line, last.key],
      limit: placesAtOnce,
    }),
  )
}

const sortValues: Record<Exclude<PlaceSort, 'line'>, RawBuilder<unknown>> = {
  visits: sql`coalesce(t.visits, 0)`,
  lastVisit: sql`coalesce(t.last_visit, 'epoch')`,
}

const lineOrder = [sql`l.list`, sql`l.line`, sql`l.key`]

function columnsOf(sort: PlaceSort): RawBuilder<unknown>[] {
  return sort === 'line' ? lineOrder : [sortValues[sort], ...lineOrder]
}

function behind([list, line, key, value = '0']: PlacePosition, { sort, descending }: PlaceQuery) {
  const inLists = [sql`${list}::integer`, sql`${line}::integer`, sql`${key}`]
  const from = sort === 'visits' ? sql`${value}::bigint` : timeOf(value)
  return isBehind(descending, columnsOf(sort), sort === 'line' ? inLists : [from, ...inLists])
}

function whereOf(query: PlaceQuery): RawBuilder<unknown> {
  const { search, problem, content, review, missing, after, key, isUnusable } = query
  const conditions = [sql`true`]
  if (search) {
    const texts = [sql`l.email`, sql`l.text`, sql`p.email`, sql`p.name`, sql`p.company`, sql`l.cells`]
    const found = texts.map((text) => sql`strpos(lower(${text}), lower(${search})) > 0`)
    conditions.push(sql`(${sql.join(found, sql` OR `)})`)
  }
  if (key !== undefined) conditions.push(sql`l.key = ${key}`)
  // Each of the two has an index; the second has only those people who have no record yet.
  if (content !== undefined)
    conditions.push(sql`(l.made = ${content} OR (l.person IS NOT NULL AND l.content = ${content}))`)
  if (isUnusable !== undefined) conditions.push(sql`(l.text IS NOT NULL) = ${isUnusable}`)
  if (review !== undefined)
    conditions.push(sql`l.text IS NULL AND coalesce(c.approved, false) = ${review === 'approved'}`)
  if (missing !== undefined) conditions.push(sql`l.text IS NULL AND (${lacks}) = ${missing === 'true'}`)
  if (problem === 'true') conditions.push(sql`l.problem IS NOT NULL`)
  else if (problem === 'false') conditions.push(sql`l.problem IS NULL`)
  else if (problem !== undefined) conditions.push(sql`strpos(lower(l.problem), lower(${problem})) > 0`)
  if (after) conditions.push(behind(after, query))
  return sql.join(conditions, sql` AND `)
}
