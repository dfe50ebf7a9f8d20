import type { Button } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { listen } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import { matches } from '../select.ts'

/** A person's click on tracked elements. */
export interface Click {
  /** The items of the innermost tracked element. */
  items: AnalyticsItem[]
  button: Button
  /** `performance.now()` of the event. */
  at: number
}

/** A click as it was when it was made, because the page may change the clicked elements at once. */
interface Activation {
  /** The elements from the clicked one outwards. */
  path: Element[]
  /** Copies of them, as they were. */
  copies: Element[]
  button: Button
  at: number
  /** Whether it is the second of two quick clicks in one place: of a double click, if it is on the same items. */
  isSecond: boolean
  /** The control of a label in the path: browsers click it next, in the same task. */
  control: Element | null | undefined
  /** The click on the label, if this is the click on its control that follows. */
  first: Activation | undefined
  /** Its items, once it is judged. */
  items: AnalyticsItem[]
  /** Whether its items belong to the label or to something inside it. */
  isOfLabel: boolean
}

/**
 * Listens to clicks of a person until the signal aborts: primary and middle clicks, and the clicks that browsers make of a
 * key. It listens on the window, so that the page cannot stop the event before, and judges each click at once.
 *
 * @param counts whether clicks count now: not those on another path of a single-page app, or without consent
 * @param heard called for each click on a tracked element
 * @returns `know` passes the items to track. Clicks from before wait for it, unless `forget` drops them
 */
export const hearClicks = (
  scheduler: Scheduler,
  signal: AbortSignal,
  counts: () => unknown,
  heard: (click: Click) => unknown,
): { know(items: AnalyticsItem[]): void; forget(): unknown } => {
  let tracked: AnalyticsItem[] | undefined
  const waiting: Activation[] = []
  let last: Activation | undefined
  /** The items of the click before, with those of its control or of its second click. */
  let former: AnalyticsItem[] = []

  const judge = (activation: Activation) => {
    findItems(activation, tracked ?? [])
    const { items, button, at, isSecond, first } = activation
    const isDouble = isSecond && items.every((item) => former.includes(item))
    former = isSecond || first ? [...former, ...items] : items
    if (items.length && !isDouble && !signal.aborted) heard({ items, button, at })
  }

  const forgetLast = () => {
    last = undefined
  }

  const hear = (event: Event) => {
    const activation = activationOf(event as PointerEvent, !tracked, last)
    if (!activation || !counts()) return
    last = activation
    scheduler.after(0, forgetLast)
    if (tracked) judge(activation)
    else waiting.push(activation)
  }

  listen(['click', 'auxclick'], hear, signal)
  return {
    know(items) {
      tracked = items.filter(({ type }) => type === 'click')
      waiting.splice(0).forEach(judge)
    },
    forget: () => waiting.splice(0),
  }
}

/** The activation of an event; `undefined` if it is not a person's click. */
const activationOf = (
  // A MouseEvent without `pointerType` in Safari before 18.2 and Firefox before 129.
  event: PointerEvent,
  isEarly: boolean,
  last: Activation | undefined,
): Activation | undefined => {
  const { button, detail } = event
  // The path also has the document, the window and shadow roots.
  const path = (event.composedPath() as Element[]).filter(({ nodeType }) => nodeType === 1)
  const [target] = path
  if (!event.isTrusted || button > 1 || target?.closest(':disabled:not(fieldset)')) return
  return {
    path,
    copies: isEarly ? copiesOf(path) : path,
    button: button ? 'middle' : !detail || event.pointerType === '' ? 'key' : 'primary',
    at: performance.now(),
    isSecond: detail > 0 && detail % 2 === 0,
    control: path.map(controlOf).find(Boolean),
    first: target && last?.control === target ? last : undefined,
    items: [],
    isOfLabel: false,
  }
}

/**
 * Finds the items of the innermost tracked element. A click on a label is followed by one on its control. The second click
 * counts only if nothing inside the label counted, and only for items that did not count already.
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

/** Copies of the elements of a path, nested as they are now, in an inert document, where nothing loads or runs. */
const copiesOf = (path: Element[]): Element[] => {
  const { ownerDocument } = document.createElement('template').content
  const copies = new Map<Node | null, Element>(
    path.map((element) => [element, ownerDocument.importNode(element, false)]),
  )
  for (const [node, copy] of copies) copies.get(node?.parentNode ?? null)?.append(copy)
  return [...copies.values()]
}
