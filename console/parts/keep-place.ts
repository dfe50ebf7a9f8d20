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
  let last: Element | undefined
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined
  })
  // Whoever presses beside all controls has left them.
  addEventListener('pointerdown', () => {
    last = undefined
  })
  new MutationObserver((changes) => {
    if (last && document.activeElement === document.body)
      focusOn(last.isConnected ? last : placeAfter(changes, last))
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

/** Where somebody is after what had the focus went away with its row, or from it. */
function placeAfter(changes: MutationRecord[], gone: Element): Element | null {
  const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
  if (!(change?.target instanceof Element)) return null
  if (!gone.closest(rows)) return change.target.closest(rows)
  return rowAt(change.nextSibling) ?? rowAt(change.previousSibling) ?? change.target.closest(places)
}

function rowAt(node: Node | null): Element | undefined {
  return node instanceof Element && node.isConnected && node.matches(rows) ? node : undefined
}

function focusOn(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return
  if (element.matches(`:is(${rows}, ${places}):not([tabindex])`)) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
