import type { AnalyticsItem, ContentItem } from '../../../wire/record.ts'
import type { Database } from '../../base/database/database.ts'
import { addHistogram, medianOfHistogram } from '../histogram.ts'
import type { Day, ItemResults, ReportResults, Summary } from '../results.ts'
import {
  countGroup,
  countUnsure,
  type DurationRow,
  daysOfGroup,
  daysOfRecord,
  durationsOf,
  findMeasuredRecord,
  firstOfGroup,
  type ItemTally,
  type MeasuredRecord,
  type RecordGroup,
  type ReportTally,
  visitedOfGroup,
} from '../results-sql.ts'

interface ItemSum extends ItemTally {
  item: AnalyticsItem
  durations: number[]
}

interface ReportSum {
  item: Pick<ContentItem, 'selector' | 'type'>
  counts: ReportTally
}

/** Sums records that come in pages: see `createSum`. */
interface Sum {
  readonly visits: number
  add(record: MeasuredRecord): void
  /** Adds single durations, for exact medians: those of all added records, or of none. */
  addDurations(durations: DurationRow[]): void
  /** @param unsure how many visits are not known to be a person's or a machine's */
  summary(days: Day[], unsure: number): Summary
}

/**
 * Creates a sum of records. Analytics items of several records are the same where id and type are, content items where
 * selector and type are. Positions differ, because an item that renders to nothing is left out of a record.
 */
function createSum(): Sum {
  const items = new Map<string, ItemSum>()
  const reports = new Map<string, ReportSum>()
  const itemsOf = new Map<string, Map<string, ItemSum>>()
  let visits = 0
  let others = 0
  let lost = 0

  function add({ id, content, analytics, tally }: MeasuredRecord): void {
    visits += tally?.visits ?? 0
    others += tally?.others ?? 0
    lost += tally?.lost ?? 0
    itemsOf.set(id, durationsById(analytics.map((item, index) => addItem(items, item, tally?.items[index]))))
    content.forEach((item, index) => {
      addReport(reports, item, tally?.report[index])
    })
  }

  function addDurations(durations: DurationRow[]): void {
    for (const { content, item, ms } of durations) itemsOf.get(content)?.get(item)?.durations.push(ms)
  }

  function summary(days: Day[], unsure: number): Summary {
    return {
      visits,
      // The two are read one after the other.
      machines: Math.max(0, others - unsure),
      unsure,
      lost,
      items: [...items.values()].map(toItemResults),
      report: [...reports.values()].map(({ item, counts }, index) => toReportResults(index, item, counts)),
      days,
    }
  }

  return {
    add,
    addDurations,
    summary,
    get visits() {
      return visits
    },
  }
}

function durationsById(sums: ItemSum[]): Map<string, ItemSum> {
  return new Map(sums.filter(({ item }) => item.type === 'duration').map((sum) => [sum.item.id, sum]))
}

function addItem(items: Map<string, ItemSum>, item: AnalyticsItem, tally: ItemTally | undefined): ItemSum {
  const key = `${item.type} ${item.id}`
  const sum = items.get(key) ?? { item, visits: 0, events: 0, ms: 0, histogram: {}, durations: [] }
  items.set(key, sum)
  if (!tally) return sum
  sum.visits += tally.visits
  sum.events += tally.events
  sum.ms += tally.ms
  addHistogram(sum.histogram, tally.histogram)
  return sum
}

function addReport(
  reports: Map<string, ReportSum>,
  item: ReportSum['item'],
  tally: ReportTally | undefined,
): void {
  const key = `${item.type} ${item.selector}`
  const sum = reports.get(key) ?? { item, counts: [0, 0, 0, 0] }
  reports.set(key, sum)
  tally?.forEach((count, list) => {
    sum.counts[list] = (sum.counts[list] as number) + count
  })
}

function toItemResults({ item, visits, events, ms, histogram, durations }: ItemSum): ItemResults {
  // Visits older than the retention are gone; the histogram still has their durations.
  const isComplete = durations.length === events
  const medianMs = isComplete ? medianOf(durations) : medianOfHistogram(histogram)
  const { id, selector, type } = item
  return { id, selector, type, visits, events, ms, medianMs: type === 'duration' ? medianMs : 0 }
}

function toReportResults(
  index: number,
  { selector, type }: ReportSum['item'],
  counts: ReportTally,
): ReportResults {
  const [applied, missing, refused, contested] = counts
  return { index, selector, type, applied, missing, refused, contested }
}

function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? 0) + upper) / 2)
}

/**
 * Up to this many visits a median is exact; above, it is read from the histogram and within 2.2 %. The visits of a
 * record are scattered among those of others: reading more of them from the embedded database would take noticeable
 * time.
 */
const exactVisits = 1000

/** How many unvisited records are read for their items: reading all would take as long as summing all. */
const mostUnvisited = 500

/** The results of one record; undefined where the organization has none with this id. */
export async function readRecordResults(
  db: Database,
  organization: string,
  id: string,
): Promise<({ content: string; pattern: string } & Summary) | undefined> {
  const record = await findMeasuredRecord(db, organization, id)
  if (!record) return undefined
  const sum = createSum()
  sum.add(record)
  if (sum.visits <= exactVisits) sum.addDurations(await durationsOf(db, organization, [id]))
  const [days, unsure] = [
    await daysOfRecord(db, organization, id),
    await countUnsure(db, organization, { content: id }),
  ]
  return { content: id, pattern: record.pattern, ...sum.summary(days, unsure) }
}

/** The results of a template's or a campaign's records, summed. */
export async function readGroupResults(
  db: Database,
  organization: string,
  group: RecordGroup,
): Promise<{ records: number } & Summary> {
  const sum = createSum()
  // Items without visits are included as well, in the order of the template.
  for (const record of await firstOfGroup(db, organization, group, mostUnvisited))
    sum.add({ ...record, tally: undefined })
  const visited: string[] = []
  for await (const records of visitedOfGroup(db, organization, group)) {
    for (const record of records) sum.add(record)
    visited.push(...records.map(({ id }) => id))
  }
  if (sum.visits <= exactVisits) sum.addDurations(await durationsOf(db, organization, visited))
  const days = await daysOfGroup(db, organization, group)
  return {
    records: await countGroup(db, organization, group),
    ...sum.summary(days, await countUnsure(db, organization, group)),
  }
}
