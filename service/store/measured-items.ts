import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'

/** A content item as reports speak of it. */
type ReportedItem = Pick<ContentItem, 'selector' | 'type'>

/** What a record's page shows and measures. */
export interface ShownItems {
  analytics: AnalyticsItem[]
  content: ReportedItem[]
}

/**
 * What a record's visits are counted by: all items that it ever had, because tallies and events name them by position.
 * A record that is made anew keeps what it has and adds to it.
 */
export interface MeasuredItems extends ShownItems {
  v: 1
  /** Position of each analytics item that it has now. */
  analyticsNow: number[]
  /** Position of each content item that it has now: a page reports the items by their order in the record. */
  contentNow: number[]
  /** The same for visits that began earlier, the latest last: their pages have the record as it was. */
  earlier: { until: number; content: number[] }[]
}

/** So many revisions back a visit is understood that began before them. */
const mostEarlier = 5

/** Twice what a template can hold. */
const mostItems = 4000

/** The text of what a record counts by; null where that is what it has now. */
export function encodeMeasuredItems(items: MeasuredItems): string | null {
  const { analytics, analyticsNow, content, contentNow, earlier } = items
  const isAsOne =
    isWhole(analyticsNow, analytics) &&
    isWhole(contentNow, content) &&
    earlier.every((of) => isOrder(of.content))
  return isAsOne ? null : JSON.stringify(items)
}

/** What `encodeMeasuredItems` gave the text of. */
export function parseMeasuredItems(text: string): MeasuredItems {
  return JSON.parse(text) as MeasuredItems
}

/** What a record counts by, from its columns. */
export function decodeMeasuredItems(row: {
  analytics: string
  content: string
  measured: string | null
}): MeasuredItems {
  if (row.measured !== null) return parseMeasuredItems(row.measured)
  const analytics = JSON.parse(row.analytics) as AnalyticsItem[]
  const content = (JSON.parse(row.content) as ContentItem[]).map(({ selector, type }) => ({ selector, type }))
  return {
    v: 1,
    analytics,
    content,
    analyticsNow: [...analytics.keys()],
    contentNow: [...content.keys()],
    earlier: [],
  }
}

/**
 * What a record counts by once it shows other items; undefined where it had too many different ones. Analytics items
 * are the same where id and type are, content items where selector and type are.
 *
 * @param at when it begins to, in milliseconds since 1970
 */
export function addShownItems(
  before: MeasuredItems,
  shown: ShownItems,
  at: number,
): MeasuredItems | undefined {
  const analytics = merge(before.analytics, shown.analytics, ({ id, type }) => `${type} ${id}`)
  const content = merge(before.content, shown.content, ({ selector, type }) => `${type} ${selector}`)
  if (analytics.all.length > mostItems || content.all.length > mostItems) return undefined
  return {
    v: 1,
    analytics: analytics.all,
    content: content.all.map(({ selector, type }) => ({ selector, type })),
    analyticsNow: analytics.now,
    contentNow: content.now,
    earlier: isSame(before.contentNow, content.now)
      ? before.earlier
      : [...before.earlier, { until: at, content: before.contentNow }].slice(-mostEarlier),
  }
}

/** What is known with what is new behind it, and where each of what is now stands in that. */
function merge<T>(known: T[], now: T[], keyOf: (item: T) => string): { all: T[]; now: number[] } {
  const all = [...known]
  const free = Map.groupBy(all.keys(), (at) => keyOf(all[at] as T))
  const positions = now.map((item) => {
    const at = free.get(keyOf(item))?.shift()
    if (at === undefined) return all.push(item) - 1
    all[at] = item
    return at
  })
  return { all, now: positions }
}

function isWhole(now: number[], all: unknown[]): boolean {
  return now.length === all.length && isOrder(now)
}

function isOrder(positions: number[]): boolean {
  return positions.every((at, index) => at === index)
}

function isSame(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((at, index) => at === b[index])
}
