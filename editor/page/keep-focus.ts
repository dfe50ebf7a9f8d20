/** What can have the focus by keys. */
const focusable = 'button, input, select, textarea, summary, [tabindex="0"]'

/** Where the focus was: in this element, which stood in these, at this place among all that can have it. */
interface Place {
  element: HTMLElement
  around: Element[]
  at: number
}

/**
 * Keeps the focus in the editor where what had it goes away or is switched off, as a row that is removed or an undo that
 * was the last: what stands in its place, or else nearest, has it then. Otherwise who works by keys would be back at the
 * page's beginning.
 */
export function keepFocus(root: ShadowRoot, signal: AbortSignal): void {
  let last: Place | undefined
  root.addEventListener('focusin', ({ target }) => {
    last = placeOf(target as HTMLElement, root)
  })
  // Who leaves it by a key or a click leaves it whole; browsers that tell of a removal tell it before.
  root.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (last?.element === target && !isGone(last)) last = undefined
    }),
  )
  const mend = () => {
    if (!last || !isGone(last)) return
    const { activeElement } = root
    // What is switched off loses it later, when it is painted.
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
