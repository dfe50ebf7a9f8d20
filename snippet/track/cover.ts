import type { Exposure } from './gauge.ts'
import { isAbove } from './stacking.ts'

/** The sample points on the visible part of an element, in sixths of its width and height. */
const samples = [3, 1, 5]

/** How many of the nine points decide. */
const most = 5

/** Whether an element paints anything. It remembers the answer: an overlay of the whole page lies over all items. */
export type Paints = (element: Element) => boolean

/**
 * Whether an element is covered: most of nine points on its part in the viewport show something else.
 *
 * @param known the previous exposure, if nothing has changed since: then one point that agrees is enough
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
 * Whether an element is visible at a point. What lies over it but paints nothing does not cover it: cards are often made
 * clickable by a transparent link over them. An ancestor lies below it: hit testing finds the ancestor if the element has
 * no pointer events, or between the lines of a link. An element without pointer events is never hit itself, so what is hit
 * may lie below it.
 */
const isOnTop = (element: Element, x: number, y: number, paints: Paints): boolean => {
  const isOwn = (hit: Element) => element.contains(hit) || (hit.contains(element) && !isCutOff(element, x, y))
  const top = document.elementFromPoint(x, y)
  if (top && isOwn(top)) return true
  const first =
    top && paints(top) ? top : document.elementsFromPoint(x, y).find((hit) => isOwn(hit) || paints(hit))
  return !!first && (isOwn(first) || (!first.contains(element) && isAbove(element, first)))
}

/** Whether a point is outside of a fixed box that clips its content. Firefox (153) ignores such boxes in IntersectionObserver. */
const isCutOff = (element: Element, x: number, y: number): boolean => {
  for (let node = element.parentElement; node; node = node.parentElement) {
    const { position, overflow } = getComputedStyle(node)
    const { left, right, top, bottom } = node.getBoundingClientRect()
    if (position === 'fixed' && overflow !== 'visible') return x < left || x > right || y < top || y > bottom
  }
  return false
}
