import type { Exposure } from './gauge.ts'
import { isAbove } from './stacking.ts'

/** Where on its visible part, in sixths of width and height, an element is looked for. */
const samples = [3, 1, 5]

/** How many of the nine points decide. */
const most = 5

/** Answers whether an element can be seen, each element once: what stretches over a page lies over all its items. */
export type Paints = (element: Element) => boolean

/**
 * Whether most of nine points, spread over the part of an element that is in the viewport, show something else.
 *
 * @param known what the element was, where nothing has stirred since: then one point that agrees is enough
 */
export const isCovered = (
  element: Element,
  { x, y, width, height }: DOMRectReadOnly,
  paints: Paints,
  known: Exposure | undefined,
): boolean => {
  let shown = known === 'viewable' ? most - 1 : 0
  let covered = known === 'unseen' ? most - 1 : 0
  for (const across of samples)
    for (const down of samples) {
      if (isOnTop(element, x + (width * across) / 6, y + (height * down) / 6, paints)) shown++
      else covered++
      if (shown === most || covered === most) return covered === most
    }
  return true
}

/**
 * What lies over an element but paints nothing does not cover it: cards are commonly made clickable by a transparent
 * link over all of them. An ancestor lies below: it is hit where the element takes no pointer events, or between the
 * lines of a link. An element that takes none is not hit itself, so what is hit may lie below it.
 */
const isOnTop = (element: Element, x: number, y: number, paints: Paints): boolean => {
  const isOwn = (hit: Element) => element.contains(hit) || hit.contains(element)
  const top = document.elementFromPoint(x, y)
  if (top && isOwn(top)) return true
  const first =
    top && paints(top) ? top : document.elementsFromPoint(x, y).find((hit) => isOwn(hit) || paints(hit))
  return !!first && (isOwn(first) || isAbove(element, first))
}
