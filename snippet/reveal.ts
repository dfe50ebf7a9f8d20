import { type Curtain, hidingRule, openCurtain } from '../loader/curtain.ts'
import type { Item } from './apply/item.ts'
import { bareName } from './select.ts'

/** What an item's targets match: a bare name may be an id or a `data-content`, too. */
const targetsOf = ({ selector }: Item) =>
  bareName.test(selector) ? `${selector},#${selector},[data-content=${selector}]` : selector

/**
 * Reveals, of what the tag hides, all that has no item which is not done: of two items with one target the second
 * reveals. An item that has no target yet hides on until the time-out.
 */
export const revealDone = (curtain: Curtain, items: Item[], hide: string | undefined): void => {
  if (curtain.isOpen || !curtain.sheet) return
  const undone = items.filter(({ state, loading }) => !state || loading).map(targetsOf)
  // `:is` forgives what is no selector.
  if (undone[0]) curtain.sheet.replaceSync(hidingRule(`:is(${undone}):is(${hide})`))
  else openCurtain(curtain)
}

/** Reveals all, and leaves nothing behind. */
export const removeCurtain = (curtain: Curtain): void => {
  openCurtain(curtain)
  if (document.adoptedStyleSheets)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== curtain.sheet)
}
