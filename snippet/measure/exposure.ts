/** How much of a tracked element can be seen, in this order. */
export type Exposure = typeof outside | typeof unseen | typeof viewable

/** Too little of it is in the viewport. */
export const outside = 0
/** Enough is in the viewport, but hidden or covered, and no event says when that changes. */
export const unseen = 1
/** It meets the view condition. */
export const viewable = 2

/** The sample points on the visible part of an element, in sixths of its width and height. */
const samples = [1, 3, 5]

/**
 * How much of an element can be seen. An IntersectionObserver's entry has the geometry with all clipping ancestors, without
 * forcing a layout. But it calls an element without size, and one that is hidden or covered, fully visible.
 */
export function exposureOf(entry: IntersectionObserverEntry): Exposure {
  const { boundingClientRect: whole, intersectionRect: part, target } = entry
  const area = whole.width * whole.height
  const shown = part.width * part.height
  const isEnough =
    // MRC Viewable Ad Impression Measurement Guidelines.
    shown / area >= (area < 242_500 ? 0.5 : 0.3) ||
    (whole.height > innerHeight && shown * 2 >= innerWidth * innerHeight)
  if (!isEnough) return outside
  return isVisible(target) && !isCovered(target, part) ? viewable : unseen
}

/** Whether an element is covered: most of nine points on its part in the viewport show something else. */
function isCovered(element: Element, { x, y, width, height }: DOMRectReadOnly): boolean {
  const shown = samples.flatMap((across) =>
    samples.filter((down) => isOnTop(element, x + (width * across) / 6, y + (height * down) / 6)),
  )
  return shown.length < 5
}

/**
 * Whether an element is visible at a point. What lies over it but paints nothing does not cover it: Bootstrap's
 * `.stretched-link` lies over a whole card. An ancestor lies below it: hit testing finds the ancestor if the element has no
 * pointer events, or between the lines of a link.
 */
function isOnTop(element: Element, x: number, y: number): boolean {
  for (const hit of document.elementsFromPoint(x, y)) {
    if (element.contains(hit) || hit.contains(element)) return true
    if (paints(hit)) return false
  }
  return false
}

/** Whether neither an element nor an ancestor is invisible. `checkVisibility` came only with Safari 17.4. */
function isVisible(element: Element): boolean {
  for (let node: Element | null = element; node; node = node.parentElement)
    if (getComputedStyle(node).opacity === '0') return false
  return getComputedStyle(element).visibility === 'visible'
}

/** Whether an element paints anything. A custom element counts as painted: its shadow root is unknown. */
function paints(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  return (
    isVisible(element) &&
    (!!element.closest('img,video,canvas,iframe,object,embed,svg') ||
      element.localName.includes('-') ||
      // What is behind a colour with an alpha below a half is seen through it.
      !/(^rgba.*,|\/) 0(\.[0-4]\d*)?\)$/.test(backgroundColor) ||
      // A gradient with a colour that has alpha is laid over pictures, so that a text on them can be read.
      /url\(|^(?!none|.*(rgba\(|\/))/.test(backgroundImage))
  )
}
