import { toCsvRow } from '../../base/words/csv-cell.ts'
import type { ListLine, OpenedList } from './line.ts'

/**
 * The list without the columns that are said to be ignored, as if it had never had them. The text of a line that cannot be
 * used is written anew; one that could not be split into cells stays as it is, since nobody knows which part that would be.
 */
export function leaveOut(list: OpenedList): OpenedList {
  const isKept = (at: number) => list.columns[at]?.meaning !== 'ignore'
  return {
    ...list,
    // NDJSON may add columns while it is read.
    get columns() {
      return list.columns.filter(({ meaning }) => meaning !== 'ignore')
    },
    lines: mapped(list.lines, (line) => {
      if (list.columns.every((_, at) => isKept(at)) || line.cells.length === 0) return line
      const cells = line.cells.filter((_, at) => isKept(at))
      return { ...line, cells, text: line.problem === undefined ? '' : toCsvRow(cells, { end: '' }) }
    }),
  }
}

async function* mapped(
  lines: AsyncGenerator<ListLine>,
  map: (line: ListLine) => ListLine,
): AsyncGenerator<ListLine> {
  for await (const line of lines) yield map(line)
}
