import { type Beginning, hidingRule } from '../../loader/begin.ts'
import { meaningsOf } from '../../wire/bare-name.ts'
import { doneMark } from '../../wire/done.ts'
import { quietly } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Item } from './item.ts'

/**
 * Creates the function that reveals what can be revealed by now, of what the tag hides. A target is revealed once all of its items
 * are done. What an item without a target may still match stays hidden until the time-out (`defaultTimeoutMs`, loader/begin.ts).
 * If the tag's selectors and the items' do not match the same elements, what is inside both stays hidden.
 *
 * What no item matches is hidden so that nobody sees it move: it is revealed, for good, once a target has been found and no
 * target waits for its HTML.
 *
 * @param hide the selectors of what the tag hides
 */
export const createReveal = ({ sheet }: Beginning, hide: string | undefined) => {
  /** Whether what no item matches is revealed. */
  let areOthersShown = false
  return (items: Item[]): void => {
    // Revealed for good. This also saves going through the items after each change of the page.
    if (sheet.disabled) return
    const undone = items.filter(({ state, loading }) => !state || loading)
    areOthersShown ||= items.some(({ state, isAwaited }) => state || isAwaited) && !items.some(awaitsHtml)
    if (!undone[0]) sheet.disabled = true
    else if (hide)
      // `hidingRule` leaves two braces open: the first rule is closed by `}}`, the last one by the end of the sheet.
      sheet.replaceSync?.(
        (areOthersShown ? '' : `${hidingRule(`:is(${hide}):not(:is(${cssOf(items)}))`)}}}`) +
          hidingRule(`${partsOf(cssOf(undone))}${partsOf(hide)}:not([${doneMark}] *)`),
      )
  }
}

/** Whether an item's HTML has a target, and is still on its way. A text that waits for a framework may wait long. */
const awaitsHtml = ({ type, html, state, isAwaited }: Item) => type === 'html' && !html && !state && isAwaited

/** What the items' selectors may stand for: `hero` also for an `id`. */
const cssOf = (items: Item[]) => items.flatMap(({ selector }) => meaningsOf(selector)).join()

/** What the selectors match, and everything inside, as one selector. */
const partsOf = (selectors: string) => `:is(${selectors},:is(${selectors}) *)`

/** How often to check whether everything is revealed. */
const lookMs = 100

/** Removes the hiding sheet once it is disabled, by whatever. */
export const removeWhenRevealed = (beginning: Beginning, scheduler: Scheduler, signal: AbortSignal): void => {
  if (beginning.sheet.disabled) removeHidingSheet(beginning)
  else scheduler.after(lookMs, () => removeWhenRevealed(beginning, scheduler, signal), signal)
}

/** Reveals everything, and removes the hiding sheet. */
export const removeHidingSheet = ({ sheet }: Beginning): void => {
  sheet.disabled = true
  quietly(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets?.filter((one) => one !== sheet)
  })
}
