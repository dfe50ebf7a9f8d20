import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { inPages } from '../../base/database/sql.ts'
import { decodeMeasuredItems, type ItemColumns } from '../../content/measured-items.ts'
import { isThere, withoutPayloads } from '../../content/sql.ts'
import { type ItemTallies, type ReportTallies, reportLetters, reportLists } from '../rows.ts'
import type { Day, ItemResults, ReportResults, Summary } from './operations.ts'

/** A record, or those of a template without control groups, or of a campaign; groups leave out those of test prospects. */
export type RecordGroup = { content: string } | { template: string } | { campaign: string }

interface Sum {
  visits: number
  others: number
  lost: number
  items: Map<string, { item: ItemResults; lengths: Map<number, number> }>
  report: Map<string, ReportResults>
}

/** A record may have thousands of items. */
const recordsAtOnce = 500

/** The results of a record or a group of records, summed, and how many records there are. */
export async function readResults(
  db: Database,
  organization: string,
  group: RecordGroup,
): Promise<{ records: number } & Summary> {
  const sum: Sum = { visits: 0, others: 0, lost: 0, items: new Map(), report: new Map() }
  // Items without visits are included as well, in the order of the template.
  for (const row of await listMeasured(db, organization, inGroup(group))) addItems(sum, row)
  const pages = inPages<MeasuredRow>(recordsAtOnce, (last) =>
    listMeasured(
      db,
      organization,
      sql`${inGroup(group)} AND t.visits IS NOT NULL AND c.id > ${last?.id ?? ''}`,
    ),
  )
  for await (const rows of pages) {
    const days = await readDays(db, organization, rows)
    for (const row of rows) {
      sum.visits += row.visits ?? 0
      sum.others += row.others ?? 0
      sum.lost += row.lost ?? 0
      addItems(sum, { ...row, days: days.get(row.id) ?? [] })
    }
  }
  const { count, unsure } = await countRecords(db, organization, group)
  return {
    records: count,
    visits: sum.visits,
    // The two are read one after the other.
    machines: Math.max(0, sum.others - unsure),
    unsure,
    lost: sum.lost,
    items: [...sum.items.values()].map(({ item, lengths }) => ({ ...item, medianMs: medianOf(lengths) })),
    report: [...sum.report.values()].map((item, index) => ({ ...item, index })),
    days: await daysOf(db, organization, group),
  }
}

/**
 * Adds the items of a record, with the figures of its days. Analytics items of several records are the same if id and type
 * are, content items if selector and type are. Positions differ, because an item that renders to nothing is left out of a
 * record.
 */
function addItems(sum: Sum, row: MeasuredRow & { days?: DayRow[] }): void {
  const { analytics, content, contentNow } = decodeMeasuredItems(row)
  for (const { id, selector, type } of analytics) {
    const none = { id, selector, type, visits: 0, events: 0, ms: 0, medianMs: 0 }
    const known = entryOf(sum.items, `${type} ${id}`, { item: none, lengths: new Map() })
    for (const { items } of row.days ?? []) {
      const did = items[`${type} ${id}`]
      if (!did) continue
      known.item.visits += did.visits
      known.item.events += did.events
      known.item.ms += did.ms
      for (const [ms, durations] of Object.entries(did.lengths ?? {}))
        known.lengths.set(Number(ms), (known.lengths.get(Number(ms)) ?? 0) + durations)
    }
  }
  for (const at of new Set([...contentNow, ...content.keys()])) {
    const { selector = '', type = 'text' } = content[at] ?? {}
    const none = { index: 0, selector, type, applied: 0, missing: 0, refused: 0, contested: 0 }
    const known = entryOf(sum.report, `${type} ${selector}`, none)
    for (const { reports } of row.days ?? [])
      for (const [report, visits] of Object.entries(reports))
        for (const list of reportLists) if (report[at] === reportLetters[list]) known[list] += visits
  }
}

function entryOf<T>(entries: Map<string, T>, key: string, first: T): T {
  const known = entries.get(key) ?? first
  entries.set(key, known)
  return known
}

function inGroup(group: RecordGroup) {
  if ('content' in group) return sql<boolean>`c.id = ${group.content}`
  if ('campaign' in group) return sql<boolean>`(c.campaign = ${group.campaign} AND NOT c.test)`
  return sql<boolean>`(c.template = ${group.template} AND NOT c.control AND NOT c.test)`
}

interface MeasuredRow extends ItemColumns {
  id: string
  visits: number | null
  lost: number | null
  others: number | null
}

async function listMeasured(
  db: Database,
  organization: string,
  wanted: RawBuilder<unknown>,
): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    SELECT c.id, ${withoutPayloads('c.content')} AS content, c.analytics, c.measured, t.visits, t.lost, t.others
    FROM content c LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id
    WHERE c.organization = ${organization} AND ${isThere('c')} AND ${wanted}
    ORDER BY c.id LIMIT ${recordsAtOnce}`.execute(db)
  return rows
}

interface DayRow {
  content: string
  items: ItemTallies
  reports: ReportTallies
}

async function readDays(
  db: Database,
  organization: string,
  records: { id: string }[],
): Promise<Map<string, DayRow[]>> {
  const { rows } = await sql<DayRow>`
    SELECT content, items, reports FROM tally_day
    WHERE organization = ${organization} AND content = ANY (${records.map(({ id }) => id)}) AND visits > 0`.execute(
    db,
  )
  return Map.groupBy(rows, ({ content }) => content)
}

async function countRecords(
  db: Database,
  organization: string,
  group: RecordGroup,
): Promise<{ count: number; unsure: number }> {
  const { rows } = await sql<{ count: number; unsure: number }>`
    SELECT (
      SELECT count(*) FROM content c WHERE c.organization = ${organization} AND ${inGroup(group)} AND ${isThere('c')}
    ) AS count, (
      SELECT count(*) FROM visit v JOIN content c ON c.organization = v.organization AND c.id = v.content
      WHERE v.organization = ${organization} AND is_unsure(v) AND ${inGroup(group)}
    ) AS unsure`.execute(db)
  return rows[0] ?? { count: 0, unsure: 0 }
}

async function daysOf(db: Database, organization: string, group: RecordGroup): Promise<Day[]> {
  const { rows } = await sql<Day>`
    SELECT d.day, sum(d.visits) AS visits, sum(d.views) AS views, sum(d.clicks) AS clicks, sum(d.ms) AS ms
    FROM content c JOIN tally_day d ON d.organization = c.organization AND d.content = c.id
    WHERE c.organization = ${organization} AND ${inGroup(group)}
    GROUP BY d.day HAVING sum(d.visits + d.views + d.clicks + d.ms) > 0 ORDER BY d.day`.execute(db)
  return rows
}

/** The median of lengths, each there so many times; 0 without any. */
function medianOf(lengths: ReadonlyMap<number, number>): number {
  const sorted = [...lengths].sort(([one], [other]) => one - other)
  const total = sorted.reduce((sum, [, times]) => sum + times, 0)
  const at = (position: number) => {
    let left = position
    return sorted.find(([, times]) => {
      left -= times
      return left < 0
    })?.[0]
  }
  return Math.round(((at(Math.ceil(total / 2) - 1) ?? 0) + (at(Math.floor(total / 2)) ?? 0)) / 2)
}
