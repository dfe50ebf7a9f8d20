import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult, Row } from '../report/row.ts'
import { measureResults, type ResultsFigures } from '../results.ts'

/** Measures results with many events in the database, on both databases. */
export async function measure({ isQuick, events }: PartOptions): Promise<PartResult> {
  const measured = await measureResults(isQuick ? 100_000 : events)
  const row = (what: string, toReach: string, of: (figures: ResultsFigures) => string): Row => ({
    what: `${what}, ${measured[0]?.events.toLocaleString('en-US')} events`,
    toReach,
    figures: Object.fromEntries(measured.map((figures) => [figures.database, of(figures)])),
  })
  const rows = [
    row(
      'results of a record',
      '≤ 100 ms',
      (one) => `${show(one.recordMs, 'ms')} (longest ${one.longestRecordMs})`,
    ),
    row('results of 1,000 records', '≤ 300 ms', ({ listMs }) => show(listMs, 'ms')),
    row('results of a template', '', ({ templateMs }) => show(templateMs, 'ms')),
  ]
  return { rows, measured, notes: [] }
}
