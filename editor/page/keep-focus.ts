/** Elements that can be focused by key. */
const focusable = 'button, input, select, textarea, summary, [tabindex="0"]'

/** Where the focus was: the element, its ancestors, and its index among all focusable elements. */
interface Place {
  element: HTMLElement
  around: Element[]
  at: number
}

/**
 * Keeps the focus in the editor when the focused element is removed or disabled, such as a deleted row or an `Undo` that was the
 * last: the element in its place, or the nearest one, gets the focus. Otherwise the keyboard would start again at the page's
 * beginning.
 */
export function keepFocus(root: ShadowRoot, signal: AbortSignal): void {
  let last: Place | undefined
  root.addEventListener('focusin', ({ target }) => {
    last = placeOf(target as HTMLElement, root)
  })
  // The focus goes to another element by itself. WebKit runs observers before it is there.
  const forget = (event: Event) => {
    if ((event as FocusEvent).relatedTarget) last = undefined
  }
  root.addEventListener('blur', forget, { capture: true })
  // Leaving by a key or a click leaves the element in place. Browsers that fire `focusout` for a removal do so before it.
  root.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (last?.element === target && !isGone(last)) last = undefined
    }),
  )
  const mend = () => {
    if (!last || !isGone(last)) return
    const { activeElement } = root
    // A disabled element loses the focus only later, when it is painted.
    const isLost =
      activeElement === last.element || (!activeElement && document.activeElement === document.body)
    if (isLost) inPlaceOf(last, root)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(mend)
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

function placeOf(element: HTMLElement, root: ShadowRoot): Place {
  const around: Element[] = []
  for (let next = element.parentElement; next; next = next.parentElement) around.push(next)
  return { element, around, at: focusableIn(root).indexOf(element) }
}

const isGone = ({ element }: Place) => !element.isConnected || element.matches(':disabled')

function inPlaceOf({ around, at }: Place, root: ShadowRoot): HTMLElement | undefined {
  const all = focusableIn(root).map((element, place) => ({ element, distance: Math.abs(place - at) }))
  for (const near of around.filter(({ isConnected }) => isConnected)) {
    const found = all.filter(({ element }) => near.contains(element))
    if (found.length > 0)
      return found.reduce((one, other) => (other.distance < one.distance ? other : one)).element
  }
  return undefined
}

function focusableIn(root: ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.matches(':disabled') && element.getClientRects().length > 0,
  )
}
