import type { Kept } from './kept.ts'
import type { Row } from './row.ts'

/** The lines of which somebody chooses Motif or not, as their rows begin. */
const deciding = [
  '`snippet.js`, what paints',
  'personalised paint, slow 4G',
  'original text visible, slow 4G',
  'original text visible, hydrated, slow 4G',
  'apply 1,000 items',
  '1,000 unrelated changes of a class `in`',
  '200 class changes a frame for 5 s, 1,000 items, the class',
  'measuring 30 elements under a transparent overlay',
  '`GET /p/{pattern}`',
  'collector, clients × events in a batch 32 × 3,',
]

/** These rows of what was measured, medians alone. */
export function decidingRows(results: Record<string, Kept>): Row[] {
  const rows = Object.values(results).flatMap((part) => part.rows)
  return deciding.flatMap((begin) => rows.filter(({ what }) => what.startsWith(begin)).map(shorten))
}

/** Without the brackets that hold the smallest and the largest value. */
function shorten(row: Row): Row {
  const withoutSpreads = (text: string) => text.replaceAll(/ \([\d,.]+–[\d,.]+\)/g, '')
  return { ...row, motif: withoutSpreads(row.motif), beside: withoutSpreads(row.beside) }
}
