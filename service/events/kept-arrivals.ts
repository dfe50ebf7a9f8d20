import { setImmediate } from 'node:timers/promises'
import { decodeArrivals } from './arrival-codec.ts'
import type { ArrivalRow } from './arrivals-sql.ts'
import type { Arrival } from './changes.ts'

/** An arrival, and where it is stored. */
export interface KeptArrival {
  row: ArrivalRow
  /** Its position in its row. */
  position: number
  arrival: Arrival
}

/** Decodes the arrivals of rows, sorted by record, those of one record in the order in which they came. */
export async function decodeRows(
  rows: ArrivalRow[],
  onUnreadable: (row: Omit<KeptArrival, 'arrival'>, error: unknown) => Promise<void>,
): Promise<KeptArrival[]> {
  const kept: KeptArrival[] = []
  for (const row of rows) {
    try {
      decodeArrivals(row.batches).forEach((arrival, position) => {
        kept.push({ row, position, arrival })
      })
    } catch (error) {
      await onUnreadable({ row, position: 0 }, error)
    }
    // Lets requests through that have come meanwhile.
    await setImmediate()
  }
  return kept.sort(({ arrival: a }, { arrival: b }) => compare(a.batch.pattern, b.batch.pattern))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
