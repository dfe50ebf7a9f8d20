import { addStyle } from './add-style.ts'

/** How often is looked for elements that have come under the panel, in milliseconds: a header that sticks once the page scrolls. */
const lookMs = 500
/** Two such points of the panel are this far from each other, in pixels. */
const stepPx = 32

/**
 * Gives the page the room beside the panel while that stands at a side of the window, until the signal aborts. Fixed elements, which know
 * no margin of the page, are moved by animations: nothing in the page's document changes. Returns what looks again.
 */
export function dock(panel: HTMLElement, layer: Element, signal: AbortSignal): () => void {
  const style = addStyle(signal)
  const moved = new Map<Element, Animation[]>()
  let docked = ''

  const giveBack = () => {
    for (const animation of [...moved.values()].flat()) animation.cancel()
    moved.clear()
  }
  const settle = () => {
    // The styles say in which windows it stands there.
    const isBeside = getComputedStyle(panel).getPropertyValue('--is-beside') !== ''
    const { left, width } = panel.getBoundingClientRect()
    const margin = `margin-${left > 0 ? 'right' : 'left'}: ${width}px`
    const wanted = isBeside ? `html { ${margin} !important; width: auto !important }` : ''
    if (wanted !== docked) {
      giveBack()
      style(wanted)
      docked = wanted
    }
    if (isBeside)
      for (const element of fixedUnder(panel, layer))
        if (!moved.has(element)) moved.set(element, moveBeside(element, panel))
  }
  const timer = setInterval(settle, lookMs)
  addEventListener('resize', settle, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    giveBack()
  })
  return settle
}

function fixedUnder(panel: HTMLElement, layer: Element): Set<Element> {
  const { left, width, height } = panel.getBoundingClientRect()
  const found = new Set<Element>()
  for (let y = stepPx / 2; y < height; y += stepPx)
    for (const element of document.elementsFromPoint(left + width / 2, y))
      for (let one: Element | null = element; one && one !== layer; one = one.parentElement)
        if (getComputedStyle(one).position === 'fixed') found.add(one)
  return found
}

/** Makes an element as narrow as the room beside the panel, if it is wider, and moves it there. */
function moveBeside(element: Element, panel: HTMLElement): Animation[] {
  const { left, right } = panel.getBoundingClientRect()
  const room = left > 0 ? left : innerWidth - right
  const stays = { duration: 0, fill: 'forwards' } as const
  const narrow = { maxWidth: `${room}px`, boxSizing: 'border-box' }
  const isWide = element.getBoundingClientRect().width > room
  const made = isWide ? [element.animate(narrow, stays)] : []
  const box = element.getBoundingClientRect()
  const by = left > 0 ? Math.min(0, left - box.right) : Math.max(0, right - box.left)
  return [...made, element.animate({ translate: `${by}px` }, { ...stays, composite: 'add' })]
}
