import { type GeneratedAlways, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { type Defaulted, inOrder, inPages, isBehind, timeOf } from '../../base/database/sql.ts'
import type { PageQuery, Sorting } from '../../base/http/list-page.ts'
import type { ContentStatus, Review } from '../../content/content.ts'
import { blanksMark, noGaps } from '../../content/gap.ts'
import type { CampaignKey } from '../sql.ts'

/** A person in a campaign, or a line of a list that cannot be used. */
export interface PlaceTable {
  organization: string
  campaign: string
  /** What identifies the person, else the line. */
  key: string
  /** The first list and line that name the person. */
  list: number
  line: number
  /** JSON: the cells, in the order of the campaign's columns. */
  cells: string
  /** Why the line cannot be used, or what was dropped of the person. */
  problem: string | null
  /** The text of a line that cannot be used. */
  text: string | null
  /** What a list says about the person and the prospect does not have yet: see `encodeListed`. */
  person: string | null
  email: string | null
  prospect: string | null
  /** Id and pattern of the content record, from the beginning. */
  content: string | null
  pattern: string | null
  /** Key of the line that the person was mended from: the same line again changes nothing. */
  was: string | null
  /** Id of the content record once it is there: the place goes with it. */
  made: GeneratedAlways<string | null>
  /** What was drawn: see `unitOf`. Null of a line that cannot be used. */
  unit: string | null
  /** Whether the person is in the control group. */
  control: Defaulted<boolean>
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    place: PlaceTable
  }
}

/** A place as lists and files show it. */
export interface PlaceRow
  extends Omit<PlaceTable, 'organization' | 'campaign' | 'made' | 'was' | 'unit' | 'control'> {
  control: boolean
  status: ContentStatus | null
  gaps: string | null
  approved: boolean
  changed: boolean
  /** When the content record was updated last. */
  updatedAt: Date | null
  name: string | null
  company: string | null
  role: string | null
  visits: number
  views: number
  clicks: number
  ms: number
  firstVisit: Date | null
  lastVisit: Date | null
  reached: boolean
  /** Visits that are a machine's, and those of which it is not known yet. */
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

export interface PlaceQuery extends PageQuery<PlacePosition>, Sorting<PlaceSort> {
  /** Part of an address, a name, a company or a line's text. */
  search?: string | undefined
  /** `true`: only places with a problem; `false`: only those without; a text: part of the problem. */
  problem?: boolean | string | undefined
  /** Only the person of this content record. */
  content?: string | undefined
  /** Only people whose page is approved, or waits for it. */
  review?: Review | undefined
  /** Only people whose page lacks something, or only those whose page lacks nothing. */
  isLacking?: boolean | undefined
  /** Only the place of this key. */
  key?: string | undefined
  /** Only lines that invite nobody. */
  isUnusable?: boolean | undefined
}

/** Places of a campaign, sorted. */
export async function listPlaces(
  db: Database,
  { organization, campaign }: CampaignKey,
  query: PlaceQuery,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    SELECT l.key, l.list, l.line, l.cells, l.problem, l.text, l.person, l.pattern, l.content, l.prospect, l.control, c.status,
      c.gaps, coalesce(c.approved, false) AS approved, coalesce(c.changed, false) AS changed, c.updated_at AS "updatedAt", coalesce(p.email, l.email) AS email, p.name, p.company, p.role, coalesce(t.visits, 0) AS visits,
      coalesce(t.views, 0) AS views, coalesce(t.clicks, 0) AS clicks, coalesce(t.ms, 0) AS ms,
      t.first_visit AS "firstVisit", t.last_visit AS "lastVisit", coalesce(t.reached, false) AS reached,
      coalesce(t.others, 0) - u.visits AS machines, u.visits AS unsure
    FROM place l
    LEFT JOIN content c ON c.organization = ${organization} AND c.id = l.content
    LEFT JOIN prospect p ON p.organization = ${organization} AND p.id = l.prospect
    LEFT JOIN tally t ON t.organization = l.organization AND t.content = l.content
    CROSS JOIN LATERAL (
      SELECT count(*) AS visits FROM visit v
      WHERE v.organization = ${organization} AND v.content = c.id AND is_unsure(v.kind, v.seen_minute) OFFSET 0) AS u
    WHERE l.organization = ${organization} AND l.campaign = ${campaign} AND ${whereOf(query)}
    ORDER BY ${inOrder(query.descending, ...columnsOf(query.sort))} LIMIT ${query.limit}`.execute(db)
  return rows
}

/** Whether the page of `c` lacks something. Which cases it has says nothing of that. */
const lacks = sql<boolean>`strpos(coalesce(c.gaps, ${noGaps}), ${noGaps}) <> 1
  OR strpos(coalesce(c.gaps, ''), ${blanksMark}) > 0`

/** How far the review of a campaign's pages is. */
export async function countReviews(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<{ approved: number; waiting: number; missing: number }> {
  const { rows } = await sql<{ approved: number; waiting: number; missing: number }>`
    SELECT count(*) FILTER (WHERE c.approved) AS approved,
      count(*) FILTER (WHERE NOT coalesce(c.approved, false)) AS waiting, count(*) FILTER (WHERE ${lacks}) AS missing
    FROM place l LEFT JOIN content c ON c.organization = ${organization} AND c.id = l.content
    WHERE l.organization = ${organization} AND l.campaign = ${campaign} AND l.text IS NULL`.execute(db)
  return rows[0] as { approved: number; waiting: number; missing: number }
}

/** Whether anything beyond ASCII is known of the people of a campaign, whatever their lists say. */
export async function isKnownWide(db: Database, { organization, campaign }: CampaignKey): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM place l JOIN prospect p ON p.organization = l.organization AND p.id = l.prospect
    WHERE l.organization = ${organization} AND l.campaign = ${campaign}
      AND concat(p.name, p.company, p.role) ~ '[^\\x01-\\x7f]' LIMIT 1`.execute(db)
  return rows.length > 0
}

const placesAtOnce = 500

/** All places of a campaign, or all lines that invite nobody, in pages. */
export function allPlaces(
  db: Database,
  key: CampaignKey,
  query: Pick<PlaceQuery, 'isUnusable'> = {},
): AsyncGenerator<PlaceRow[]> {
  return inPages(placesAtOnce, (last) =>
    listPlaces(db, key, {
      ...query,
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

/** The condition for what follows a position. */
function behind(
  [list, line, key, value = '0']: PlacePosition,
  { sort, descending }: PlaceQuery,
): RawBuilder<unknown> {
  const inLists = [sql`${list}::integer`, sql`${line}::integer`, sql`${key}`]
  const from = sort === 'visits' ? sql`${value}::bigint` : timeOf(value)
  return isBehind(descending, columnsOf(sort), sort === 'line' ? inLists : [from, ...inLists])
}

function whereOf(query: PlaceQuery): RawBuilder<unknown> {
  const { search, problem, content, review, isLacking, after, key, isUnusable } = query
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
  if (isUnusable) conditions.push(sql`l.text IS NOT NULL`)
  if (review !== undefined)
    conditions.push(sql`l.text IS NULL AND coalesce(c.approved, false) = ${review === 'approved'}`)
  if (isLacking !== undefined) conditions.push(sql`l.text IS NULL AND (${lacks}) = ${isLacking}`)
  if (problem === true) conditions.push(sql`l.problem IS NOT NULL`)
  if (problem === false) conditions.push(sql`l.problem IS NULL`)
  if (typeof problem === 'string') conditions.push(sql`strpos(lower(l.problem), lower(${problem})) > 0`)
  if (after) conditions.push(behind(after, query))
  return sql.join(conditions, sql` AND `)
}
