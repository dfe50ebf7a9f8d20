import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { noRemovals, type Removals } from './fights.ts'

/** A content item at work in a page. */
export interface Item extends ContentItem {
  /** Its place in the record. */
  index: number
  /** For `html`: the sanitised payload. The item waits until it is there. */
  html?: Node | undefined
  /** What the report says about it; undefined until it is settled. */
  state?: keyof Report
  /** How many pictures and sanitisers it still waits for. It is revealed when there are none. */
  loading: number
  /** How the page removed targets right after they were changed. */
  removals: Removals
  /** Whether it has matched something that a framework has still to hydrate: then it is not missing. */
  isAwaited?: boolean
  /** Whether it was given up: its picture does not load, nothing is left of its HTML, or the page has won. */
  isOver?: boolean
}

/** Makes an item of a record's entry, which may be anything. */
export const toItem = (given: Partial<ContentItem> | null, index: number): Item => ({
  index,
  selector: textOf(given?.selector).trim(),
  type: given?.type as ContentItem['type'],
  payload: textOf(given?.payload),
  loading: 0,
  removals: noRemovals(),
})

/** An object instead of a text could throw when it is made one. */
const textOf = (given: unknown) => (typeof given === 'object' ? '' : `${given ?? ''}`)

/** The report of the items as they are now. */
export const reportOf = (items: Item[]): Report => {
  const report: Report = { applied: [], missing: [], refused: [], contested: [] }
  for (const { state, index } of items) if (state) report[state].push(index)
  return report
}
