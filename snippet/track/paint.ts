const replaced = 'img,video,canvas,iframe,object,embed,svg,svg *'

/** Whether an element is rendered, and neither it nor what it is in is made invisible. */
export const isVisible = (element: Element): boolean => {
  // Safari has it from 17.4.
  if (element.checkVisibility)
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  for (let node: Element | null = element; node; node = node.parentElement)
    if (getComputedStyle(node).opacity === '0') return false
  return getComputedStyle(element).visibility === 'visible'
}

/** Whether an element, or what CSS puts before and after it, can be seen; of what is in a shadow root nothing is known. */
export const isPainted = (element: Element): boolean => {
  if (!isVisible(element)) return false
  if (element.matches(replaced) || element.localName.includes('-')) return true
  return ['', '::before', '::after'].some((pseudo) => {
    const { backgroundColor, backgroundImage, backdropFilter, content } = getComputedStyle(element, pseudo)
    if (pseudo && content === 'none') return false
    // How a computed colour ends whose alpha is 0, in the old notation and the new.
    const hasColor = !/(^rgba.*,|\/) 0\)$/.test(backgroundColor)
    return hasColor || backgroundImage !== 'none' || (backdropFilter ?? 'none') !== 'none'
  })
}
