const replaced = 'img,video,canvas,iframe,object,embed,svg,svg *'

/** Whether an element is rendered, and neither it nor an ancestor is invisible. */
export const isVisible = (element: Element): boolean => {
  // Safari has `checkVisibility` from 17.4 on.
  if (element.checkVisibility)
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  for (let node: Element | null = element; node; node = node.parentElement)
    if (getComputedStyle(node).opacity === '0') return false
  return getComputedStyle(element).visibility === 'visible'
}

/** What is behind a colour with less alpha is seen through it. */
const opaque = 0.5

/** The alpha of a computed colour, in the old notation or the new. */
const alphaOf = (color: string) => Number(/(?:^rgba.*,|\/) ([\d.]+)\)$/.exec(color)?.[1] ?? 1)

/** Whether an element, its `::before` or its `::after` paints anything. Custom elements count as painted: their shadow root is unknown. */
export const isPainted = (element: Element): boolean => {
  if (!isVisible(element)) return false
  if (element.matches(replaced) || element.localName.includes('-')) return true
  return ['', '::before', '::after'].some((pseudo) => {
    const { backgroundColor, backgroundImage, backdropFilter, content } = getComputedStyle(element, pseudo)
    if (pseudo && content === 'none') return false
    // A gradient with a colour that has alpha is laid over pictures, so that a text on them can be read.
    const hasImage = backgroundImage.includes('url(') || !/^none|rgba\(|\//.test(backgroundImage)
    return alphaOf(backgroundColor) >= opaque || hasImage || (backdropFilter ?? 'none') !== 'none'
  })
}
