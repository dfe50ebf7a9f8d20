import { hidingRules, splitSelectors } from '../loader/run.ts'
import type { Item } from './apply/item.ts'

/**
 * Reveals, of the selectors that the tag hides, those of which all items are done: of two items with one selector the
 * second reveals. An item that has no target yet hides on until the time-out.
 */
export const reveal = (sheet: CSSStyleSheet, hide: string | undefined, items: Item[]): void => {
  if (sheet.disabled) return
  const undone = items.filter((item) => !item.state_ || item.isLoading_)
  const hidden = new Set(
    undone.flatMap(({ selector_ }) => [
      ...splitSelectors(selector_),
      `#${selector_}`,
      `[data-content=${selector_}]`,
    ]),
  )
  sheet.replaceSync(hidingRules(splitSelectors(hide).filter((selector) => hidden.has(selector))))
}
