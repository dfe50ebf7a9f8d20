const containers = '[id$=root],[id$=app],[id^=__],[data-hydrate]'

const isMarked = (node: Node | null, mark: RegExp) => node && Object.keys(node).some((key) => mark.test(key))

/**
 * Whether a framework will still compare the server's markup of the element with its own: React 19 reports a text that
 * differs as an error and renders all anew. It marks its container when it begins and each element when it is done;
 * Vue marks the container when it is done. Who has not begun when the page is complete will not.
 */
export const isHydrating = (element: Element): boolean => {
  const container =
    element.closest(containers) ||
    ('__next_f' in self || '__reactRouterContext' in self ? document : undefined)
  if (!container) return false
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (isMarked(node, /^__(reactFiber|vue_app)/)) return false
    if (isMarked(node, /^__reactContainer/)) return true
  }
  return document.readyState !== 'complete'
}
