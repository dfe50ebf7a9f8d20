/** Where on its visible part, in sixths of width and height, an element is looked for. */
const samples = [1, 3, 5]

const replaced = 'img,video,canvas,iframe,object,embed,svg,svg *'

/** Whether most of nine points, spread over the part of an element that is in the viewport, show something else. */
export function isCovered(element: Element, { x, y, width, height }: DOMRectReadOnly): boolean {
  let hits = 0
  for (const across of samples)
    for (const down of samples)
      if (isOnTop(element, x + (width * across) / 6, y + (height * down) / 6) && ++hits > 4) return false
  return true
}

/**
 * What lies over an element but paints nothing does not cover it: cards are commonly made clickable by a transparent
 * link over all of them. An ancestor lies below: it is hit where the element takes no pointer events, or between the
 * lines of a link.
 */
function isOnTop(element: Element, x: number, y: number): boolean {
  const top = document.elementFromPoint(x, y)
  if (element.contains(top) || top?.contains(element)) return true
  const first = document
    .elementsFromPoint(x, y)
    .find((hit) => element.contains(hit) || hit.contains(element) || paints(hit))
  return !!first && (element.contains(first) || first.contains(element))
}

/** Whether an element, or what CSS puts before and after it, can be seen; of what is in a shadow root nothing is known. */
function paints(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  if (element.matches(replaced) || element.localName.includes('-')) return true
  return ['', '::before', '::after'].some((pseudo) => {
    const { backgroundColor, backgroundImage, backdropFilter, content } = getComputedStyle(element, pseudo)
    if (pseudo && content === 'none') return false
    // How a computed colour ends whose alpha is 0, in the old notation and the new.
    const hasColor = !/(^rgba.*,|\/) 0\)$/.test(backgroundColor)
    return hasColor || backgroundImage !== 'none' || (backdropFilter ?? 'none') !== 'none'
  })
}
