import type { AnalyticsItem } from '../../wire/record.ts'
import type { Measured } from '../model/tally.ts'
import type { FoundRecord } from '../store/events.ts'

/** What is known of content records, by pattern. A record's existence is not: it is asked for at every write. */
export interface RecordCache {
  get(pattern: string): Measured | undefined
  /** Gives back what is known of the record; it need not have analytics where that was known before. */
  learn(record: FoundRecord): Measured
}

/** Keeps the latest records, as many as hold `maxItems` analytics items, some tens of megabytes. */
export function createRecordCache(maxItems = 100_000): RecordCache {
  const records = new Map<string, Measured>()
  let items = 0

  function learn(record: FoundRecord): Measured {
    const known = records.get(record.pattern)
    if (known) return known
    const measured = toMeasured(record)
    records.set(record.pattern, measured)
    items += weightOf(measured)
    while (items > maxItems && records.size > 1) removeOldest()
    return measured
  }

  function removeOldest(): void {
    const [pattern, measured] = records.entries().next().value as [string, Measured]
    items -= weightOf(measured)
    records.delete(pattern)
  }

  return { get: (pattern) => records.get(pattern), learn }
}

function toMeasured(record: FoundRecord): Measured {
  const { organization, content, test, analytics, contentItems, createdAt } = record
  const list = JSON.parse(analytics ?? '[]') as AnalyticsItem[]
  const items = new Map(list.map(({ id, type }, index) => [id, { index, type }]))
  return { organization, content, test, items, contentItems: contentItems ?? 0, createdAt }
}

function weightOf({ items }: Measured): number {
  return 5 + items.size
}
