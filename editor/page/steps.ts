import { childrenOf } from '../selectors/own-properties.ts'

/** An arrow key: up to the parent, down to the first child, left and right to siblings. */
export type Step = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** The parent, first child or sibling of an element; undefined if there is none. */
export function stepFrom(element: Element, step: Step, host: Element): HTMLElement | undefined {
  const found = {
    ArrowUp: () => (element === document.body ? undefined : element.parentElement),
    ArrowDown: () => childrenOf(element).find((child) => isShown(child, host)),
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

/** Whether an element has a box to outline. */
function isShown(element: Element, host: Element): boolean {
  if (element === host || /^(script|style|template|noscript|link|meta|br)$/.test(element.localName))
    return false
  return element.getClientRects().length > 0 || childrenOf(element).some((child) => isShown(child, host))
}
