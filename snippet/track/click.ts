import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { selectAll } from '../select.ts'
import { listen } from './attention.ts'

let labelled: unknown

/**
 * Counts each activation by a person of the innermost tracked element: primary and middle clicks, and the click
 * that browsers make of a key. It listens on the window, before the page can stop the event.
 */
export function watchClicks(items: AnalyticsItem[], count: (item: AnalyticsItem, button: Button) => void) {
  listen(['click', 'auxclick'], (raw) => {
    // Safari before 18.2 and Firefox before 129 give a MouseEvent, without `pointerType`.
    const event = raw as PointerEvent
    const { button, detail } = event
    // The target of a real click is an element.
    const path = event.composedPath() as Element[]
    const [target] = path
    const isSecond = target === labelled || (detail && detail % 2 === 0)
    if (!event.isTrusted || button > 1 || isSecond || target?.closest(':disabled:not(fieldset)')) return
    // A click on a label is followed, in the same task, by one on its control.
    labelled = path.map((node) => (node as HTMLLabelElement).control).find(Boolean)
    setTimeout(() => {
      labelled = undefined
    })
    const made = button ? 'middle' : !detail || event.pointerType === '' ? 'key' : 'primary'
    for (const item of innermost(items, path)) count(item, made)
  })
}

/** The items of the first node on the way out that is a tracked element. */
function innermost(items: AnalyticsItem[], path: Element[]): AnalyticsItem[] {
  const elements = items.map((item) => [...selectAll(item.selector)])
  for (const node of path) {
    const found = items.filter(
      (item, index) => elements[index]?.includes(node) || matches(node, item.selector),
    )
    if (found.length) return found
  }
  return []
}

/** For elements in shadow roots, which no selector finds from outside. The path ends in what is no element. */
function matches(node: Element, selector: string): boolean {
  try {
    return node.matches(selector)
  } catch {
    return false
  }
}
