const containers = '[id$=root],[id$=app],[id^=__],[data-hydrate]'

/** Whether the page is not complete, or React is at work in it, which marks the document where it begins. */
export const isServed = (): boolean =>
  document.readyState !== 'complete' || /_react/.test(Object.keys(document).join())

/**
 * Whether, in such a page, a framework will still compare the server's markup of the element with its own: React 19
 * reports a text that differs as an error and renders all anew. It marks its container when it begins and each element
 * when it is done; Vue marks the container when it is done. Who has not begun when the page is complete will not.
 */
export const isHydrating = (element: Element): boolean => {
  if (!element.closest(containers) && !('__next_f' in self)) return false
  for (let node: Node | null = element; node; node = node.parentNode) {
    const marks = Object.keys(node).join()
    if (/__(reactF|vue_app)/.test(marks)) return false
    if (/__reactC/.test(marks)) return true
  }
  return document.readyState !== 'complete'
}
