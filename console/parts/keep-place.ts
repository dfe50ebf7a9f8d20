/** What stands in a list. */
const rows = 'tr, li'
/** What has a name, and can be where somebody is. */
const places = 'section, main'

/**
 * Keeps the place of whoever works by keys, where browsers put the focus nowhere. A row that goes away with the focus in it, as what
 * was deleted does, leaves it to the row that comes to be there; a form in a row, to the row. A control that is off while it works,
 * or is moved, has it again.
 */
export function keepPlace(): void {
  /** What had the focus last, and what that was in, from the inside out. */
  let path: Element[] = []
  addEventListener('focusin', ({ target }) => {
    path = target instanceof Element ? pathOf(target) : []
  })
  // Whoever presses beside all controls has left them.
  addEventListener('pointerdown', () => {
    path = []
  })
  new MutationObserver((changes) => {
    const [last] = path
    if (!last || document.activeElement !== document.body) return
    if (last.isConnected) focusOn(last)
    else focusOn(placeAfter(changes, path) ?? path.find((each) => each.isConnected && each.matches(rows)))
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

function pathOf(element: Element): Element[] {
  return [element, ...(element.parentElement ? pathOf(element.parentElement) : [])]
}

/** Where somebody is after a row on their path went away; nothing if none did. */
function placeAfter(changes: MutationRecord[], path: Element[]): Element | undefined {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
    const at = path.findIndex((each) => [...removedNodes].includes(each))
    if (at < 0 || !path.slice(0, at + 1).some((each) => each.matches(rows))) continue
    const place = target instanceof Element ? target.closest(places) : null
    return rowAt(nextSibling) ?? rowAt(previousSibling) ?? place ?? undefined
  }
  return undefined
}

function rowAt(node: Node | null): Element | undefined {
  return node instanceof Element && node.isConnected && node.matches(rows) ? node : undefined
}

function focusOn(element: Element | undefined): void {
  if (!(element instanceof HTMLElement)) return
  if (element.matches(`:is(${rows}, ${places}):not([tabindex])`)) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
