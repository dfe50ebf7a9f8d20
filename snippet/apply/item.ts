import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'

/** A content item at work in a page. */
export interface Item extends ContentItem {
  /** Its place in the record. */
  index: number
  /** Of an `html` item, what the sanitiser has left of the payload. Until that is known the item waits. */
  html?: Node | undefined
  /** What the report says of it; nothing before it is settled. */
  state?: keyof Report
  /** How many of its pictures are on their way: it is revealed when they are there. */
  loading: number
  /** How often the page took away a target as soon as it was changed. */
  thrownOut: number
  /** Whether nothing more is to be tried: its picture does not load, nothing is left of its HTML, or the page has won. */
  isOver?: boolean
}

/** Makes an item that has not been looked at yet. What came for one may be anything. */
export const toItem = (given: Partial<ContentItem> | null, index: number): Item => ({
  index,
  selector: `${given?.selector ?? ''}`.trim(),
  type: given?.type as ContentItem['type'],
  payload: `${given?.payload ?? ''}`,
  loading: 0,
  thrownOut: 0,
})

/** The report as things are now. */
export const reportOf = (items: Item[]): Report => {
  const report: Report = { applied: [], missing: [], refused: [], contested: [] }
  for (const { state, index } of items) if (state) report[state].push(index)
  return report
}
