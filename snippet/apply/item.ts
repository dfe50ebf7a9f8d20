import type { Report } from '../../wire/event.ts'
import type { ContentItem, ContentType } from '../../wire/record.ts'

/** A content item at work in a page. */
export interface Item {
  index_: number
  selector_: string
  type_: ContentType
  payload_: string
  /** Of an `html` item, what is left of the payload. Until that is known the item waits. */
  html_?: Node | undefined
  /** What the report says of it; nothing before it is settled. */
  state_?: keyof Report
  /** Whether its picture, or its payload's sanitiser, is on its way. */
  isLoading_?: boolean
  /** How often the page wrote over it lately, and when it last did, in milliseconds of the page's clock. */
  fights_: number
  foughtAt_: number
}

/** Makes an item that has not been looked at yet. */
export const toItem = ({ selector, type, payload }: ContentItem, index_: number): Item => ({
  index_,
  selector_: `${selector}`.trim(),
  type_: type,
  payload_: `${payload}`,
  fights_: 0,
  foughtAt_: 0,
})

/** More than this at once, or more than one a second for long, is a page that fights back. */
const maxFights = 50

/** Counts that the page wrote over the item. Answers whether the page has won. */
export const isLost = (item: Item): boolean => {
  const now = performance.now()
  item.fights_ = Math.max(0, item.fights_ - (now - item.foughtAt_) / 1000) + 1
  item.foughtAt_ = now
  return item.fights_ > maxFights
}

/** The report as things are now. */
export const reportOf = (items: Item[]): Report => {
  const report: Report = { applied: [], missing: [], refused: [], contested: [] }
  for (const item of items) if (item.state_) report[item.state_].push(item.index_)
  return report
}
