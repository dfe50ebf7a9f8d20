import type { Measured } from '../store/event-state.ts'

/** What is known of content records, by pattern. A record's existence is not: it is asked for at every write. */
export interface RecordCache {
  get(pattern: string): Measured | undefined
  set(pattern: string, measured: Measured): Measured
}

/** Keeps the latest records, as many as hold `maxItems` analytics items, some tens of megabytes. */
export function createRecordCache(maxItems = 100_000): RecordCache {
  const records = new Map<string, Measured>()
  let items = 0

  function set(pattern: string, measured: Measured): Measured {
    remove(pattern)
    records.set(pattern, measured)
    items += weightOf(measured)
    while (items > maxItems && records.size > 1) remove(records.keys().next().value as string)
    return measured
  }

  function remove(pattern: string): void {
    const known = records.get(pattern)
    if (!known) return
    items -= weightOf(known)
    records.delete(pattern)
  }

  return { get: (pattern) => records.get(pattern), set }
}

function weightOf({ items }: Measured): number {
  return 5 + items.size
}
