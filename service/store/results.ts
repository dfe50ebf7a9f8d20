import { sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Day } from '../model/results.ts'
import type { TallyState } from '../model/tally.ts'
import type { Database } from './database.ts'
import { decodeTally, decodeVisit } from './event-codec.ts'
import { decodeMeasuredItems } from './measured-items.ts'

/** A content record as results see it, with what its visits add up to where there was one. */
export interface MeasuredRecord {
  id: string
  pattern: string
  /** Those that it has now first, in the order of the record. */
  content: Pick<ContentItem, 'selector' | 'type'>[]
  /** All that it has or had, in the order in which events name them. */
  analytics: AnalyticsItem[]
  /** Its reports are in the order of `content`. */
  tally: TallyState | undefined
}

interface MeasuredRow {
  id: string
  pattern: string
  content: string
  analytics: string
  measured: string | null
  state: string | null
  dropped: string | null
}

/** The organization's record; undefined where it has none with this id. */
export async function findMeasuredRecord(
  db: Database,
  organization: string,
  id: string,
): Promise<MeasuredRecord | undefined> {
  const row = await measuredRows(db, organization).where('c.id', '=', id).executeTakeFirst()
  return row && toMeasuredRecord(row)
}

const recordsAtOnce = 500

/** Records whose results are summed. */
export type RecordGroup = { template: string } | { campaign: string }

/** The records of a group, some at a time, in the order of their ids; those of test prospects are left out. */
export async function* recordsOfGroup(
  db: Database,
  organization: string,
  group: RecordGroup,
): AsyncGenerator<MeasuredRecord[]> {
  let after = ''
  for (;;) {
    const rows = await measuredRows(db, organization)
      .where(inGroup(group))
      .where('c.test', '=', false)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(recordsAtOnce)
      .execute()
    if (rows.length === 0) return
    yield rows.map(toMeasuredRecord)
    after = rows.at(-1)?.id ?? ''
  }
}

function inGroup(group: RecordGroup) {
  return 'template' in group
    ? sql<boolean>`c.template = ${group.template}`
    : sql<boolean>`c.campaign = ${group.campaign}`
}

function measuredRows(db: Database, organization: string) {
  return db
    .selectFrom('content as c')
    .leftJoin('tally as t', (join) =>
      join.onRef('t.organization', '=', 'c.organization').onRef('t.content', '=', 'c.id'),
    )
    .select(['c.id', 'c.pattern', 'c.content', 'c.analytics', 'c.measured', 't.state', 't.dropped'])
    .where('c.organization', '=', organization)
}

function toMeasuredRecord({ id, pattern, state, dropped, ...row }: MeasuredRow): MeasuredRecord {
  const { analytics, content, contentNow } = decodeMeasuredItems(row)
  const order = [...new Set([...contentNow, ...content.keys()])]
  const tally = state === null ? undefined : decodeTally(state, dropped ?? '{}')
  return {
    id,
    pattern,
    content: order.flatMap((at) => content[at] ?? []),
    analytics,
    tally: tally && { ...tally, report: order.map((at) => tally.report[at] ?? [0, 0, 0, 0]) },
  }
}

/** The days of a record, the first one first. */
export async function daysOfRecord(db: Database, organization: string, content: string): Promise<Day[]> {
  return db
    .selectFrom('tally_day')
    .select(['day', 'visits', 'views', 'clicks', 'ms'])
    .where((is) => is.and({ organization, content }))
    .orderBy('day')
    .execute()
}

/** The days of a group's records, summed. */
export async function daysOfGroup(db: Database, organization: string, group: RecordGroup): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT d.day, sum(d.visits) AS visits, sum(d.views) AS views, sum(d.clicks) AS clicks, sum(d.ms) AS ms
    FROM tally_day d JOIN content c ON c.organization = d.organization AND c.id = d.content
    WHERE d.organization = ${organization} AND ${inGroup(group)} AND NOT c.test
    GROUP BY d.day ORDER BY d.day`.execute(db)
  return rows
}

/** One duration of one visit. */
export interface DurationRow {
  content: string
  /** Index of the analytics item. */
  item: number
  ms: number
}

/** Every duration in the counted visits of these records. For as many visits as are worth reading one by one. */
export async function durationsOf(
  db: Database,
  organization: string,
  contents: string[],
): Promise<DurationRow[]> {
  const rows = await db
    .selectFrom('visit')
    .select(['content', 'state'])
    .where('organization', '=', organization)
    .where(sql<boolean>`content = ANY (${contents})`)
    .where('counted', '=', true)
    .execute()
  return rows.flatMap(({ content, state }) =>
    Object.values(decodeVisit(state).durations).map(([item, ms]) => ({ content, item, ms })),
  )
}
