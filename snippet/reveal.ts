import { type Beginning, hidingRule } from '../loader/begin.ts'
import { doneMark } from '../wire/done.ts'
import type { Item } from './apply/item.ts'
import { after } from './life.ts'
import { meaningsOf } from './select.ts'

/**
 * Reveals, of what the tag hides, all that has no item which is not done: of two items with one target the second
 * reveals. An item that has no target yet hides on until the time-out. Where the tag hides more than a target, or less,
 * what is a part of both stays hidden.
 */
export const revealDone = ({ sheet }: Beginning, items: Item[], hide: string | undefined): void => {
  // For good: after each of a thousand changes of the page the items are not gone through again.
  if (sheet.disabled) return
  const undone = items.filter(({ state, loading }) => !state || loading)
  const selectors = undone.flatMap(({ selector }) => meaningsOf(selector))
  // `:is` forgives what is no selector.
  if (!undone[0]) sheet.disabled = true
  else if (hide)
    sheet.replaceSync?.(hidingRule(`${partsOf(`${selectors}`)}${partsOf(hide)}:not([${doneMark}] *)`))
}

/** What selectors match, and all that is in it. */
const partsOf = (selectors: string) => `:is(${selectors},:is(${selectors}) *)`

/** So often is looked whether all is revealed. */
const lookMs = 100

/** Takes the sheet away when all is revealed, by whatever. */
export const removeWhenRevealed = (beginning: Beginning, signal: AbortSignal): void => {
  if (beginning.sheet.disabled) removeHidingSheet(beginning)
  else after(lookMs, () => removeWhenRevealed(beginning, signal), signal)
}

/** Reveals all, and leaves nothing behind. */
export const removeHidingSheet = ({ sheet }: Beginning): void => {
  sheet.disabled = true
  document.adoptedStyleSheets = document.adoptedStyleSheets?.filter((one) => one !== sheet)
}
