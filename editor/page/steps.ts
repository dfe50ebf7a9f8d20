/** What an arrow key goes to. */
export type Step = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** The element that is reached from another: its parent, first child or sibling; undefined where there is none. */
export function stepFrom(element: Element, step: Step, host: Element): HTMLElement | undefined {
  const found = {
    ArrowUp: () => (element === document.body ? undefined : element.parentElement),
    ArrowDown: () => [...element.children].find((child) => isShown(child, host)),
    ArrowLeft: () => siblings(element, host, 'previousElementSibling'),
    ArrowRight: () => siblings(element, host, 'nextElementSibling'),
  }[step]()
  return (found ?? undefined) as HTMLElement | undefined
}

function siblings(
  element: Element,
  host: Element,
  side: 'previousElementSibling' | 'nextElementSibling',
): Element | undefined {
  if (element === document.body) return undefined
  for (let next = element[side]; next; next = next[side]) if (isShown(next, host)) return next
  return undefined
}

/** Whether there is anything to outline. */
function isShown(element: Element, host: Element): boolean {
  if (element === host || /^(script|style|template|noscript|link|meta|br)$/.test(element.localName))
    return false
  return element.getClientRects().length > 0 || [...element.children].some((child) => isShown(child, host))
}
