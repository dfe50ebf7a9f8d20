import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { selectAll } from '../select.ts'
import { listen, now, toVisitMs } from './attention.ts'

/** A click that came before the measuring, with its path, which is empty when the event is over. */
export type EarlyClick = [event: Event, path: EventTarget[]]

type Count = (item: AnalyticsItem, button: Button, at: number) => void

/** The second click of a label comes right behind the first; a person needs longer. */
const labelMs = 100

let labelled: unknown

/**
 * Counts each activation by a person of the innermost tracked element: primary and middle clicks, and the click
 * that browsers make of a key. It listens on the window, before the page can stop the event.
 */
export function watchClicks(items: AnalyticsItem[], early: EarlyClick[], count: Count) {
  let before = 0
  for (const [event, path] of early) {
    if (event.timeStamp - before > labelMs) labelled = undefined
    before = event.timeStamp
    judge(items, event, path, toVisitMs(before), count)
  }
  labelled = undefined
  listen(['click', 'auxclick'], (event) => {
    judge(items, event, event.composedPath(), now(), count)
    setTimeout(() => {
      labelled = undefined
    })
  })
}

function judge(items: AnalyticsItem[], raw: Event, nodes: EventTarget[], at: number, count: Count) {
  // Safari before 18.2 and Firefox before 129 give a MouseEvent, without `pointerType`.
  const event = raw as PointerEvent
  const { button, detail } = event
  // The target of a real click is an element.
  const path = nodes as Element[]
  const [target] = path
  const isSecond = target === labelled || (detail && detail % 2 === 0)
  if (!event.isTrusted || button > 1 || isSecond || target?.closest(':disabled:not(fieldset)')) return
  // A click on a label is followed, in the same task, by one on its control.
  labelled = path.map((node) => (node as HTMLLabelElement).control).find(Boolean)
  const made = button ? 'middle' : !detail || event.pointerType === '' ? 'key' : 'primary'
  for (const item of innermost(items, path)) count(item, made, at)
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
