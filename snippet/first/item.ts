import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { quietly } from '../life.ts'

/** A content item at work in a page. */
export interface Item extends ContentItem {
  /** Its place in the record. */
  index: number
  /** For `html`: the sanitised payload. The item waits until it is there. */
  html?: Node | undefined
  /** The payload as made.ts compares it, once it has been compared. */
  plainPayload?: string
  /** What the report says about it; undefined until it is settled. */
  state?: keyof Report
  /** How many pictures and sanitisers it still waits for. It is revealed when there are none. */
  loading: number
  /** Whether it has matched something that cannot be changed yet: then it waits, and is not missing. */
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
})

/** An object instead of a text could throw when it is made one. */
const textOf = (given: unknown) => (typeof given === 'object' ? '' : `${given ?? ''}`)

/** Changes what the report says about an item. `onState` only notes that it has changed. */
export const setState = (item: Item, state: keyof Report, onState: () => void): void => {
  if (item.state !== state) onState()
  item.state = state
}

/**
 * Keeps an item hidden until what it needs is there.
 *
 * @param settled called with whether it has come: whether the promise resolves to something
 */
export const holdBack = async (
  item: Item,
  isThere: Promise<unknown>,
  settled: (isGood: boolean) => void,
): Promise<void> => {
  item.loading++
  const isGood = !!(await isThere)
  item.loading--
  quietly(() => settled(isGood))
}

/** The report of the items as they are now. */
export const reportOf = (items: Item[]): Report => {
  const report: Report = { applied: [], missing: [], refused: [], contested: [] }
  for (const { state, index } of items) if (state) report[state].push(index)
  return report
}
