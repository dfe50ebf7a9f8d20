import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import type { Listen } from './attention.ts'
import { cssOf } from './select.ts'

/**
 * Counts each activation by a person of the innermost tracked element: primary and middle clicks, and the click
 * that browsers make of a key. It listens on the window, before the page can stop the event.
 */
export function watchClicks(
  items: AnalyticsItem[],
  listen: Listen,
  count: (item: AnalyticsItem, button: Button) => void,
) {
  let labelled: EventTarget | null | undefined

  listen(['click', 'auxclick'], (raw) => {
    // Safari before 18.2 and Firefox before 129 give a MouseEvent, without `pointerType`.
    const event = raw as PointerEvent
    const path = event.composedPath()
    const isSecond = path[0] === labelled || (event.detail > 0 && event.detail % 2 === 0)
    if (!event.isTrusted || event.button > 1 || isSecond || path.some(isDisabled)) return
    // A click on a label is followed, in the same task, by one on its control.
    labelled = path.find((node) => node instanceof HTMLLabelElement)?.control
    setTimeout(() => {
      labelled = undefined
    })
    const button = event.button ? 'middle' : isKey(event) ? 'key' : 'primary'
    for (const item of innermost(items, path)) count(item, button)
  })
}

/** The items of the first node on the way out that is a tracked element. */
function innermost(items: AnalyticsItem[], path: EventTarget[]): AnalyticsItem[] {
  const clicks = items
    .filter((item) => item.type === 'click')
    .map((item) => [item, cssOf(item.selector)] as const)
  for (const node of path) {
    const found = clicks.filter(([, css]) => matches(node, css))
    if (found.length) return found.map(([item]) => item)
  }
  return []
}

/** Firefox gives 1 as the `detail` of Enter on a link; the pointer's type is empty for every key. */
function isKey(event: PointerEvent): boolean {
  return !event.detail || event.pointerType === ''
}

function isDisabled(node: EventTarget): boolean {
  return matches(node, ':disabled:not(fieldset)')
}

function matches(node: EventTarget, css: string): boolean {
  try {
    return node instanceof Element && node.matches(css)
  } catch {
    return false
  }
}
