import { hasSource } from '../../wire/targets.ts'

/**
 * The element that somebody means who points there: usually the one that the pointer hits. Words and pictures that cannot be hit, under
 * a link that is stretched over them or under `pointer-events: none`, are meant all the same.
 */
export function elementMeantAt(x: number, y: number, host: Element): HTMLElement | undefined {
  const hit = document.elementsFromPoint(x, y).find((element) => element !== host) as HTMLElement | undefined
  if (hit === document.documentElement) return undefined
  if (!hit || isThere(hit, x, y)) return hit
  for (const element of stackAt(x, y)) {
    if (element === host || !(element instanceof HTMLElement)) continue
    if (isThere(element, x, y)) return element
    if (isOpaque(element) && canBeHit(element)) return hit
  }
  return hit
}

/** All elements at a point, the top one first, with those that the pointer passes through. */
function stackAt(x: number, y: number): Element[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: auto !important }')
  const before = [...document.adoptedStyleSheets]
  document.adoptedStyleSheets = [...before, sheet]
  try {
    return document.elementsFromPoint(x, y)
  } finally {
    document.adoptedStyleSheets = before
  }
}

/** Whether an element's own words or its picture are at a point. */
function isThere(element: HTMLElement, x: number, y: number): boolean {
  if (hasSource(element.localName)) return canBeHit(element) && isIn(element.getClientRects(), x, y)
  if (element.matches('input, textarea, select')) return true
  return [...element.childNodes].some((node) => {
    if (!(node instanceof Text) || node.data.trim() === '') return false
    const range = new Range()
    range.selectNode(node)
    return isIn(range.getClientRects(), x, y)
  })
}

function isIn(boxes: DOMRectList, x: number, y: number): boolean {
  return [...boxes].some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom)
}

const canBeHit = (element: Element) => getComputedStyle(element).pointerEvents !== 'none'

/** Whether nothing is to be seen through an element. */
function isOpaque(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  return backgroundImage !== 'none' || !/^transparent$|, 0\)$/.test(backgroundColor)
}
