import { LRUCache } from 'lru-cache'
import type { AnalyticsItem } from '../../../wire/record.ts'
import { decodeMeasuredItems } from '../../content/measured-items.ts'
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

function toMeasured(
  { analytics, contentItems, measured, ...record }: FoundRecord,
  hour?: Measured['hour'],
): Measured {
  const shown = decodeMeasuredItems({ analytics: analytics ?? '[]', content: contentItems ?? '[]', measured })
  // An id that had another type before means the current item.
  const items: Measured['items'] = new Map(
    [...shown.analytics.keys(), ...shown.analyticsNow].map((index) => {
      const { id, type } = shown.analytics[index] as AnalyticsItem
      return [id, { index, type }]
    }),
  )
  return {
    ...record,
    items,
    contentItems: shown.content.length,
    contentNow: shown.contentNow,
    since: shown.since,
    hour: hour ?? { began: 0, visits: 0 },
    goal: record.goal === null ? undefined : items.get(record.goal)?.index,
  }
}
