import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'

/** The value of a part: a text, an attribute's value (`null`: none), a parent, child nodes. */
export type Value = string | Node | Node[] | null

/** A content item at work in a page. */
export interface Item extends ContentItem {
  /** Its place in the record. */
  index: number
  /** For `html`: the sanitised payload. The item waits until it is there. */
  html?: Node | undefined
  /** What the report says about it; undefined until it is settled. */
  state?: keyof Report
  /** How many pictures it still waits for. It is revealed when there are none. */
  loading: number
  /** Whether it has matched something that cannot be changed yet: then it waits, and is not missing. */
  isWaiting?: boolean
  /** Whether it waits with a target that shows the page's own: then its targets are hidden. */
  isHidden?: boolean
  /** Whether it was given up: its picture does not load, nothing is left of its HTML, or the page has won. */
  isOver?: boolean
  /** What its first target had in each part, by the part and its place among the writes: `{ data0: 'Welcome' }`. */
  originals: Record<string, Value>
}

/** An element that an item has matched. */
export interface Target {
  item: Item
  element: HTMLElement
  /** The pass that has last wanted it. */
  pass: number
  /** Whether it was written: until then it may have to wait. */
  isKnown?: boolean
  /** For `text`: the page's own words. */
  words?: string
  /** Nodes that the item has made: its HTML, or the text of an element without one. */
  made?: Node[] | undefined
  /** When the page has written over it, by `performance.now()`. */
  rounds: number[]
  /** How many parts this pass has put so far. */
  puts: number
  /** Whether this pass has written something. */
  isWritten?: boolean
}

/** Makes an item of a record's entry, which may be anything. */
export function toItem(given: Partial<ContentItem> | null, index: number): Item {
  return { selector: '', type: 'text', payload: '', ...given, index, loading: 0, originals: {} }
}

export function reportOf(items: Item[]): Report {
  const report: Report = { applied: [], missing: [], refused: [], contested: [] }
  for (const { state, index } of items) if (state) report[state].push(index)
  return report
}
