import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { listen } from '../page.ts'

/**
 * Counts clicks of a person on items until the signal aborts: primary and middle clicks, and the clicks that browsers make
 * of a key, for the innermost tracked element. It listens on the window, so that the page cannot stop the event before.
 *
 * Of two clicks that belong together, the second counts only for items that the first did not count for: of a double click,
 * and of a click on a label, which the browser follows at once by a click on the label's control.
 */
export function countClicks(
  items: AnalyticsItem[],
  count: (item: AnalyticsItem, button: Button) => void,
  signal: AbortSignal,
): void {
  /** Items for which a click that belongs to the last one does not count. */
  let counted: AnalyticsItem[] = []
  /** The control of the label that was clicked last, until the browser has clicked it. */
  let awaited: Element | null | undefined

  function hear(event: Event): void {
    // Firefox gives the click of a key a detail, and no pointer.
    const { button, detail, isTrusted, pointerType } = event as PointerEvent
    // Without the document and the window. A shadow root in it matches nothing.
    const path = event.composedPath().slice(0, -2) as HTMLLabelElement[]
    const [target] = path
    if (!isTrusted || button > 1 || target?.closest(':disabled:not(fieldset)')) return
    const isSecond = target === awaited || (detail && detail % 2 === 0)
    if (!isSecond) counted = []
    const hits = path.map((element) =>
      items.filter(({ type, selector }) => type === 'click' && isMatch(element, selector)),
    )
    const depth = hits.findIndex(([item]) => item)
    const hit = hits[depth] ?? []
    for (const item of hit)
      if (!counted.includes(item))
        count(item, button ? 'middle' : detail && pointerType !== '' ? 'primary' : 'key')
    // If the control itself was clicked, nothing follows.
    const label = path.findIndex(({ control }) => control && control !== target)
    awaited = path[label]?.control
    // What counted for a label, or for something inside it, counts for nothing else by way of the control.
    counted = hit[0] && label >= depth ? items : counted.concat(hit)
  }

  listen(['click', 'auxclick'], hear, signal)
}

function isMatch(element: Element, selector: string): boolean | undefined {
  try {
    return element.matches(selector)
  } catch {}
}
