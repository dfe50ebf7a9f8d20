import { type InferResult, sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { inPages } from '../base/database/sql.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import { isThere, withoutPayloads } from '../content/sql.ts'
import type { Histogram } from './histogram.ts'
import type { Day } from './results.ts'
import { reportLists } from './tally.ts'

/** A content record with its tally, where it has been visited. */
export interface MeasuredRecord {
  id: string
  pattern: string
  /** The current items first, in the order of the record. */
  content: Pick<ContentItem, 'selector' | 'type'>[]
  /** All items that it has or had, in the order in which events name them. */
  analytics: AnalyticsItem[]
  /** With its reports in the order of `content`. */
  tally: RecordTally | undefined
}

/** What the visits of a record add up to, item by item. */
interface RecordTally {
  visits: number
  /** Visits that are not, or not yet, a person's. */
  others: number
  lost: number
  items: ItemTally[]
  report: ReportTally[]
}

/** What the visits of a content record add up to for one analytics item. */
export interface ItemTally {
  visits: number
  events: number
  ms: number
  /** How many durations fall into each bucket (see `countDuration`). */
  histogram: Histogram
}

/** In how many visits a content item was applied, missing, refused, contested. */
export type ReportTally = [applied: number, missing: number, refused: number, contested: number]

/** The columns of a tally that have these numbers, item by item. */
type ReportColumns = Record<(typeof reportLists)[number], number[]>

/** The reports of a tally, item by item. */
function reportTallies(lists: ReportColumns): ReportTally[] {
  const of = (index: number) => reportLists.map((list) => lists[list][index] ?? 0) as ReportTally
  return lists.applied.map((_, index) => of(index))
}

type MeasuredRow = InferResult<ReturnType<typeof measuredRows>>[number]

/** The organization's record; undefined where it has none with this id. */
export async function findMeasuredRecord(
  db: Database,
  organization: string,
  id: string,
): Promise<MeasuredRecord | undefined> {
  const row = await measuredRows(db, organization).where('c.id', '=', id).executeTakeFirst()
  return row && toMeasuredRecord(row)
}

/** A record may have thousands of items. */
const recordsAtOnce = 500

/** The records of a template without those of control groups, or of a campaign; those of test prospects are left out. */
export type RecordGroup = { template: string } | { campaign: string }

/** How many records a group has. */
export async function countGroup(db: Database, organization: string, group: RecordGroup): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    SELECT count(*) AS records FROM content c
    WHERE c.organization = ${organization} AND ${inGroup(group)} AND NOT c.test AND ${isThere('c')}`.execute(
    db,
  )
  return rows[0]?.records ?? 0
}

/** The first records of a group, visited or not: they show and measure the same as the others. */
export async function firstOfGroup(
  db: Database,
  organization: string,
  group: RecordGroup,
  most: number,
): Promise<MeasuredRecord[]> {
  return (await groupRows(db, organization, group).limit(most).execute()).map(toMeasuredRecord)
}

/** The visited records of a group, in pages, in the order of their ids. */
export async function* visitedOfGroup(
  db: Database,
  organization: string,
  group: RecordGroup,
): AsyncGenerator<MeasuredRecord[]> {
  const visited = groupRows(db, organization, group).where('t.visits', 'is not', null).limit(recordsAtOnce)
  const pages = inPages<MeasuredRow>(recordsAtOnce, (last) =>
    visited.where('c.id', '>', last?.id ?? '').execute(),
  )
  for await (const rows of pages) yield rows.map(toMeasuredRecord)
}

function groupRows(db: Database, organization: string, group: RecordGroup) {
  return measuredRows(db, organization).where(inGroup(group)).where('c.test', '=', false).orderBy('c.id')
}

function inGroup(group: RecordGroup) {
  return 'template' in group
    ? sql<boolean>`(c.template = ${group.template} AND NOT c.control)`
    : sql<boolean>`c.campaign = ${group.campaign}`
}

function measuredRows(db: Database, organization: string) {
  return db
    .selectFrom('content as c')
    .leftJoin('tally as t', (join) =>
      join.onRef('t.organization', '=', 'c.organization').onRef('t.content', '=', 'c.id'),
    )
    .select(['c.id', 'c.pattern', withoutPayloads('c.content').as('content'), 'c.analytics', 'c.measured'])
    .select(['t.visits', 't.lost', 't.others'])
    .select([
      't.item_visits',
      't.item_events',
      sql<number[]>`t.item_ms::float8[]`.as('item_ms'),
      't.histograms',
    ])
    .select(['t.applied', 't.missing', 't.refused', 't.contested'])
    .where('c.organization', '=', organization)
    .where(isThere('c'))
}

function toMeasuredRecord(row: MeasuredRow): MeasuredRecord {
  const { analytics, content, contentNow } = decodeMeasuredItems(row)
  const order = [...new Set([...contentNow, ...content.keys()])]
  return {
    id: row.id,
    pattern: row.pattern,
    content: order.flatMap((at) => content[at] ?? []),
    analytics,
    tally: row.visits === null ? undefined : toTally(row, row.visits, order),
  }
}

function toTally(row: MeasuredRow, visits: number, order: number[]): RecordTally {
  const { lost, item_visits, item_events, item_ms, histograms, applied, missing, refused, contested } = row
  const histogramOf = JSON.parse(histograms ?? '{}') as Record<number, Histogram>
  const items = (item_events ?? []).map((events, index) => ({
    visits: item_visits?.[index] ?? 0,
    events,
    ms: item_ms?.[index] ?? 0,
    histogram: histogramOf[index] ?? {},
  }))
  const report = reportTallies({
    applied: applied ?? [],
    missing: missing ?? [],
    refused: refused ?? [],
    contested: contested ?? [],
  })
  return {
    visits,
    others: row.others ?? 0,
    lost: lost ?? 0,
    items,
    report: order.map((at) => report[at] ?? [0, 0, 0, 0]),
  }
}

/** How many visits of one record, or of a group, are not known to be a person's or a machine's. */
export async function countUnsure(
  db: Database,
  organization: string,
  of: RecordGroup | { content: string },
): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    SELECT count(*) AS visits FROM visit v JOIN content c ON c.organization = v.organization AND c.id = v.content
    WHERE v.organization = ${organization} AND is_unsure(v.kind, v.seen_minute) AND NOT c.test
      AND ${'content' in of ? sql`c.id = ${of.content}` : inGroup(of)}`.execute(db)
  return rows[0]?.visits ?? 0
}

/** The days of a record, oldest first. */
export async function daysOfRecord(db: Database, organization: string, content: string): Promise<Day[]> {
  return db
    .selectFrom('tally_day')
    .select(['day', 'visits', 'views', 'clicks', 'ms'])
    .where((is) => is.and({ organization, content }))
    .where(sql<boolean>`(visits > 0 OR views > 0 OR clicks > 0 OR ms > 0)`)
    .orderBy('day')
    .execute()
}

/** The days of a group's records, summed. */
export async function daysOfGroup(db: Database, organization: string, group: RecordGroup): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT d.day, sum(d.visits) AS visits, sum(d.views) AS views, sum(d.clicks) AS clicks, sum(d.ms) AS ms
    FROM content c JOIN tally_day d ON d.organization = c.organization AND d.content = c.id
    WHERE c.organization = ${organization} AND ${inGroup(group)} AND NOT c.test
    GROUP BY d.day HAVING sum(d.visits + d.views + d.clicks + d.ms) > 0 ORDER BY d.day`.execute(db)
  return rows
}

/** One duration of one visit. */
export interface DurationRow {
  content: string
  /** Id of the analytics item. */
  item: string
  ms: number
}

/** Every duration in the counted visits of these records, which should be few: each visit is read. */
export async function durationsOf(
  db: Database,
  organization: string,
  contents: string[],
): Promise<DurationRow[]> {
  const visits = await db
    .selectFrom('visit')
    .select(['content', 'visit', 'day'])
    .where('organization', '=', organization)
    .where(sql<boolean>`content = ANY (${contents})`)
    .where('counted', '=', true)
    .execute()
  const counted = new Set(visits.map(({ content, visit }) => `${content} ${visit}`))
  const days = [...new Set(visits.map(({ day }) => day))]
  const { rows } = await sql<DurationRow & { visit: string }>`
    SELECT content, visit, item, ms FROM event
    WHERE day = ANY (${days}::date[]) AND organization = ${organization} AND content = ANY (${contents})
      AND type = 'duration'`.execute(db)
  return rows.filter(({ content, visit }) => counted.has(`${content} ${visit}`))
}
