import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { measureResults } from '../results.ts'

/** Results with many events in the database, on both. */
export async function measure({ isQuick, events }: PartOptions): Promise<PartResult> {
  const figures = await measureResults(isQuick ? 100_000 : events)
  const rows = figures.map((figure) => ({
    what: `results over ${figure.events.toLocaleString('en-US')} events of 1,000 records, ${figure.database}`,
    toReach: 'a record ≤ 100 ms, 1,000 ≤ 300 ms',
    motif: `a record ${show(figure.recordMs, 'ms')} (longest ${figure.longestRecordMs}), all records ${show(figure.listMs, 'ms')}, a template ${show(figure.templateMs, 'ms')}`,
    beside: '',
  }))
  return { rows, measured: figures, notes: [] }
}
