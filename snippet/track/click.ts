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

/** A click as it was when it was made: the page may change at once what was clicked. */
interface Activation {
  /** From the element that was clicked outwards. */
  path: Element[]
  /** The same, as they were. */
  copies: Element[]
  button: Button
  at: number
  /** The control that a label in the path is for: it is clicked next, in the same task. */
  control: Element | null | undefined
  /** The click on the label of which this one is the second event. */
  first: Activation | undefined
  /** Its items, once it is judged. */
  items: AnalyticsItem[]
  /** Whether these are of the label or of something in it. */
  isOfLabel: boolean
}

/**
 * Hears each activation by a person from now on until the signal aborts: primary and middle clicks, and the click that
 * browsers make of a key. It listens on the window, before the page can stop the event, and judges it there and then.
 * Clicks from before `know` are judged by it; those that an aborted signal finds waiting are forgotten.
 */
export const hearClicks = (
  signal: AbortSignal,
  heard: (click: Click) => void,
): { know(items: AnalyticsItem[]): void } => {
  let tracked: AnalyticsItem[] | undefined
  let waiting: Activation[] = []
  let last: Activation | undefined

  const judge = (activation: Activation) => {
    findItems(activation, tracked ?? [])
    const { items, button, at } = activation
    if (items.length && !signal.aborted) heard({ items, button, at })
  }

  const hear = (event: Event) => {
    const activation = activationOf(event as PointerEvent, !tracked, last)
    if (!activation) return
    last = activation
    setTimeout(() => {
      last = undefined
    })
    if (tracked) judge(activation)
    else waiting.push(activation)
  }

  listen(['click', 'auxclick'], hear, signal)
  return {
    know(items) {
      tracked = items.filter(({ type }) => type === 'click')
      waiting.forEach(judge)
      waiting = []
    },
  }
}

/** What there is to judge of an event; nothing where it is not a person's click, or the second of a double click. */
const activationOf = (
  // Safari before 18.2 and Firefox before 129 give a MouseEvent, without `pointerType`.
  event: PointerEvent,
  isEarly: boolean,
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
    copies: isEarly ? copiesOf(path) : path,
    button: button ? 'middle' : !detail || event.pointerType === '' ? 'key' : 'primary',
    at: performance.now(),
    control: path.map(controlOf).find(Boolean),
    first: target && last?.control === target ? last : undefined,
    items: [],
    isOfLabel: false,
  }
}

/**
 * Finds the items of the first tracked element on the way out. A click on a label is followed by one on its control:
 * that counts where nothing in the label did, and not for what was counted around it.
 */
const findItems = (activation: Activation, tracked: AnalyticsItem[]) => {
  const { path, copies, first } = activation
  if (first?.isOfLabel) return
  const itemsAt = (depth: number) =>
    tracked.filter(({ selector }) =>
      [...new Set([copies[depth], path[depth]])].some((element) => element && matches(element, selector)),
    )
  const depth = path.findIndex((_, at) => itemsAt(at).length)
  activation.isOfLabel = depth >= 0 && path.slice(depth).some(controlOf)
  activation.items = itemsAt(depth).filter((item) => !first?.items.includes(item))
}

const controlOf = (element: Element) => (element as HTMLLabelElement).control

/** Copies of the elements of a path, one in the other as they are now, in a document in which nothing loads or runs. */
const copiesOf = (path: Element[]): Element[] => {
  const { ownerDocument } = document.createElement('template').content
  const copies = new Map<Node | null, Element>(
    path.map((element) => [element, ownerDocument.importNode(element, false)]),
  )
  for (const [node, copy] of copies) copies.get(node?.parentNode ?? null)?.append(copy)
  return [...copies.values()]
}
