import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { ContentRow } from './sql.ts'

/** A content item as reports name it. */
type ReportedItem = Pick<ContentItem, 'selector' | 'type'>

interface ShownItems {
  analytics: AnalyticsItem[]
  content: ReportedItem[]
}

/**
 * The items by which a record's visits are counted: all that it ever had, because tallies and events name them by
 * position. A regenerated record keeps them and adds new ones at the end.
 */
export interface MeasuredItems extends ShownItems {
  /** Position of each current analytics item. */
  analyticsNow: number[]
  /** Position of each current content item: a page reports items by their order in the record. */
  contentNow: number[]
  /** Milliseconds since 1970: reports of visits that began before name items that the record had before. */
  since: number
}

/** Twice what a template can hold. */
const maxItems = 4000

/** The text for the column `measured`; null where the record counts by its current items. */
export function encodeMeasuredItems(items: MeasuredItems): string | null {
  const { analytics, analyticsNow, content, contentNow, since } = items
  const isCurrent = isWhole(analyticsNow, analytics) && isWhole(contentNow, content) && since === 0
  return isCurrent ? null : JSON.stringify(items)
}

/** What `encodeMeasuredItems` wrote. */
function parseMeasuredItems(text: string): MeasuredItems {
  return JSON.parse(text) as MeasuredItems
}

/** What a record's items are read from. */
export type ItemColumns = Pick<ContentRow, 'analytics' | 'content' | 'measured'>

/** The analytics items of a record, by position, from its columns. */
export function analyticsOf({ analytics, measured }: Omit<ItemColumns, 'content'>): AnalyticsItem[] {
  return measured === null
    ? (JSON.parse(analytics) as AnalyticsItem[])
    : parseMeasuredItems(measured).analytics
}

/** The measured items of a record, from its columns. */
export function decodeMeasuredItems(row: ItemColumns): MeasuredItems {
  if (row.measured !== null) return parseMeasuredItems(row.measured)
  const analytics = JSON.parse(row.analytics) as AnalyticsItem[]
  const content = (JSON.parse(row.content) as ContentItem[]).map(({ selector, type }) => ({ selector, type }))
  return {
    analytics,
    content,
    analyticsNow: [...analytics.keys()],
    contentNow: [...content.keys()],
    since: 0,
  }
}

/**
 * The measured items of a record once it shows other items; undefined where it had too many different ones. Analytics
 * items are equal where id and type are, content items where selector and type are.
 *
 * @param at since when it shows them, in milliseconds since 1970
 */
export function addShownItems(
  before: MeasuredItems,
  shown: ShownItems,
  at: number,
): MeasuredItems | undefined {
  const analytics = merge(before.analytics, shown.analytics, ({ id, type }) => `${type} ${id}`)
  const content = merge(before.content, shown.content, ({ selector, type }) => `${type} ${selector}`)
  if (analytics.all.length > maxItems || content.all.length > maxItems) return undefined
  return {
    analytics: analytics.all,
    content: content.all.map(({ selector, type }) => ({ selector, type })),
    analyticsNow: analytics.now,
    contentNow: content.now,
    // Whose items are the first of the new ones names them rightly.
    since: before.contentNow.every((at, index) => at === content.now[index]) ? before.since : at,
  }
}

/** All items, the new ones at the end, and the position of each current item among them. */
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
  return now.length === all.length && now.every((at, index) => at === index)
}
