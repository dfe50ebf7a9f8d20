import { LRUCache } from 'lru-cache'
import type { AnalyticsItem } from '../../wire/record.ts'
import { parseMeasuredItems } from '../content/measured-items.ts'
import type { FoundRecord } from './sql.ts'
import type { Measured } from './tally.ts'

/** A cache of content records by pattern. Whether a record still exists is checked at every write. */
export interface MeasuredRecords {
  get(pattern: string): Measured | undefined
  /**
   * Adds or updates a record, and returns it.
   *
   * @param known the record for whose revision the items were not read: the cache may have forgotten it meanwhile
   */
  learn(record: FoundRecord, known?: Measured): Measured
}

/** So many analytics items take some tens of megabytes. */
const maxItems = 100_000

/** Caches the last records, up to `maxItems` analytics items. */
export function createMeasuredRecords(): MeasuredRecords {
  const records = new LRUCache<string, Measured>({ maxSize: maxItems, sizeCalculation: weightOf })
  return {
    get: (pattern) => records.get(pattern),
    learn(record, known = records.get(record.pattern)) {
      if (known?.revision === record.revision) return known
      const measured = toMeasured(record)
      records.set(record.pattern, measured)
      return measured
    },
  }
}

function toMeasured(found: FoundRecord): Measured {
  const { organization, content, test, revision, createdAt } = found
  const counted = found.measured === null ? byCurrentItems(found) : byAllItems(found.measured)
  return {
    organization,
    content,
    test,
    revision,
    createdAt,
    ...counted,
    goal: found.goal === null ? undefined : counted.items.get(found.goal)?.index,
  }
}

type Counted = Pick<Measured, 'items' | 'contentItems' | 'reportIndexes'>

function byCurrentItems({ analytics, contentItems }: FoundRecord): Counted {
  const list = JSON.parse(analytics ?? '[]') as AnalyticsItem[]
  const count = contentItems ?? 0
  const items = new Map(list.map(({ id, type }, index) => [id, { index, type }]))
  return {
    items,
    contentItems: count,
    reportIndexes: [{ until: Infinity, content: [...Array(count).keys()] }],
  }
}

function byAllItems(measured: string): Counted {
  const { analytics, analyticsNow, content, contentNow, earlier } = parseMeasuredItems(measured)
  const items: Measured['items'] = new Map()
  // An id that had another type before means the current item.
  for (const index of [...analytics.keys(), ...analyticsNow]) {
    const { id, type } = analytics[index] as AnalyticsItem
    items.set(id, { index, type })
  }
  return {
    items,
    contentItems: content.length,
    reportIndexes: [...earlier, { until: Infinity, content: contentNow }],
  }
}

function weightOf({ items, contentItems, reportIndexes }: Measured): number {
  return 5 + items.size + Math.ceil((contentItems * reportIndexes.length) / 8)
}
