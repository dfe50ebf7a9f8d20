import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { listen } from '../life.ts'
import { matches } from '../select.ts'

/** A person's click on tracked elements. */
export interface Click {
  /** Those of the innermost tracked element. */
  items: AnalyticsItem[]
  button: Button
  /** `performance.now()` of the event. */
  at: number
}

/** A click as it was heard. */
interface Activation extends Click {
  /** From the element that was clicked outwards. */
  path: Element[]
  /** The click on a label that this one on its control follows in the same task. */
  first: Activation | undefined
}

/**
 * Hears each activation by a person from now on until the signal aborts: primary and middle clicks, and the click that
 * browsers make of a key. It listens on the window, before the page can stop the event, and judges it there and then.
 * Clicks from before the tracked items are known are judged when they are.
 *
 * @returns tells it which items the record has
 */
export const hearClicks = (
  signal: AbortSignal,
  heard: (click: Click) => void,
): ((items: AnalyticsItem[]) => void) => {
  let tracked: AnalyticsItem[] | undefined
  let waiting: Activation[] = []
  let last: Activation | undefined

  const judge = (activation: Activation) => {
    activation.items = itemsOf(activation, tracked ?? [])
    if (activation.items[0]) heard(activation)
  }

  const hear = (event: Event) => {
    const activation = activationOf(event as PointerEvent, last)
    if (!activation) return
    last = activation
    setTimeout(() => {
      last = undefined
    })
    if (tracked) judge(activation)
    else waiting.push(activation)
  }

  listen(['click', 'auxclick'], hear, signal)
  return (items) => {
    tracked = items.filter(({ type }) => type === 'click')
    waiting.forEach(judge)
    waiting = []
  }
}

/** What there is to judge of an event; nothing where it is not a person's click, or the second of a double click. */
const activationOf = (
  // Safari before 18.2 and Firefox before 129 give a MouseEvent, without `pointerType`.
  event: PointerEvent,
  last: Activation | undefined,
): Activation | undefined => {
  const { button, detail } = event
  // Outside of the elements are the document and the window, with shadow roots between.
  const path = (event.composedPath() as Element[]).filter(({ nodeType }) => nodeType === 1)
  const [target] = path
  const isSecond = detail && detail % 2 === 0
  if (!event.isTrusted || button > 1 || isSecond || target?.closest(':disabled:not(fieldset)')) return
  return {
    path,
    button: button ? 'middle' : !detail || event.pointerType === '' ? 'key' : 'primary',
    at: performance.now(),
    first: last?.path.some((element) => (element as HTMLLabelElement).control === target) ? last : undefined,
    items: [],
  }
}

/** The items of the first tracked element on the way out. A click on a control that its label has counted is none. */
const itemsOf = ({ path, first }: Activation, tracked: AnalyticsItem[]): AnalyticsItem[] => {
  if (first?.items[0]) return []
  for (const element of path) {
    const items = tracked.filter(({ selector }) => matches(element, selector))
    if (items[0]) return items
  }
  return []
}
