import { LRUCache } from 'lru-cache'
import type { AnalyticsItem } from '../../../wire/record.ts'
import { parseMeasuredItems } from '../../content/measured-items.ts'
import type { Measured } from './changes.ts'
import type { FoundRecord } from './sql.ts'

/** A cache of content records by pattern. Whether a record still exists is checked at every write. */
export type MeasuredRecords = ReturnType<typeof createMeasuredRecords>

/** So many analytics items take some tens of megabytes. */
const maxItems = 100_000

/** Caches the last records, up to `maxItems` analytics items. */
export function createMeasuredRecords() {
  const records = new LRUCache<string, Measured>({
    maxSize: maxItems,
    sizeCalculation: ({ items, contentItems }) => 5 + items.size + Math.ceil(contentItems / 8),
  })
  return {
    get: (pattern: string) => records.get(pattern),
    /**
     * Adds or updates a record, and returns it.
     *
     * @param known the record for whose revision the items were not read: the cache may have forgotten it meanwhile
     */
    learn(record: FoundRecord, known: Measured | undefined): Measured {
      if (known?.revision === record.revision) return known
      const measured = toMeasured(record, known?.hour)
      records.set(record.pattern, measured)
      return measured
    },
  }
}

function toMeasured(found: FoundRecord, hour = { began: 0, visits: 0 }): Measured {
  const { analytics, analyticsNow, content, contentNow, since } = itemsOf(found)
  // An id that had another type before means the current item.
  const items: Measured['items'] = new Map(
    [...analytics.keys(), ...analyticsNow].map((index) => {
      const { id, type } = analytics[index] as AnalyticsItem
      return [id, { index, type }]
    }),
  )
  return {
    ...found,
    items,
    contentItems: content,
    contentNow,
    since,
    hour,
    goal: found.goal === null ? undefined : items.get(found.goal)?.index,
  }
}

function itemsOf({ analytics, contentItems, measured }: FoundRecord) {
  if (measured !== null) {
    const items = parseMeasuredItems(measured)
    return { ...items, content: items.content.length }
  }
  const content = contentItems ?? 0
  const contentNow = [...Array(content).keys()]
  return {
    analytics: JSON.parse(analytics ?? '[]') as AnalyticsItem[],
    analyticsNow: [],
    content,
    contentNow,
    since: 0,
  }
}
