import { doneMark } from '../../wire/done.ts'
import { isTarget } from '../../wire/targets.ts'
import type { Tools } from './kinds/kind.ts'
import { isElement, isSvg, isText, parentOf, walk } from './walk.ts'

/** What of an element a text concerns, in the order of the document. */
export interface Leaves {
  /** Its visible texts. */
  texts: Text[]
  /** The pictures and icons between them. An empty element is taken for an icon, which a style sheet draws. */
  icons: Element[]
  /** Elements inside that are targets of a text or HTML themselves, also of the same item. */
  others: Element[]
  /** All of its texts, its line breaks, and those elements, as they follow each other. */
  order: (Text | Element)[]
}

/** How far outside of the page a copy for screen readers is put, in pixels: `left: -9999px`. */
const farPx = -999

/**
 * The visible texts of an element, and what is between them.
 *
 * @param isDisplayed whether what is not displayed counts as if it were. Default: no
 */
export const leavesOf = (
  element: Element,
  { takerOf }: Pick<Tools, 'takerOf'>,
  isDisplayed?: boolean,
): Leaves => {
  const all: Text[] = []
  const icons: Element[] = []
  const others: Element[] = []
  const order: (Text | Element)[] = []
  walk(element, (node) => {
    if (isText(node)) {
      all.push(node)
      order.push(node)
    }
    if (!isElement(node) || node === element) return false
    const isOthers = takerOf(node, 'content')
    if (isOthers) others.push(node)
    if (isOthers || node.localName === 'br') order.push(node)
    if (isOthers || isUnseen(node, element, isDisplayed)) return true
    // The words in a field are what somebody sends, not the text around it.
    const isField = node.localName === 'textarea'
    const isIcon =
      !node.firstChild || isField || isDrawnByFont(node) || !isTarget('text', node.localName, isSvg(node))
    if (isIcon) icons.push(node)
    return isIcon
  })
  return { texts: element.firstElementChild ? seenOf(element, all) : all, icons, others, order }
}

/**
 * The texts that a visitor sees. If some can be seen, those that are transparent or invisible are copies for another state
 * of the page. If none can be seen, they are only not shown yet.
 */
const seenOf = (element: Element, texts: Text[]): Text[] => {
  const readable = texts.filter((text) => !isSetAway(text))
  const now = exempt(readable, () => readable.filter((text) => isShown(text, element)))
  return now.some(({ data }) => data.trim()) ? now : readable
}

/** How often elements may still be marked. Without a limit, a page that writes at each mark would never end. */
let marksLeft = 3000

/**
 * Runs something while the tag hides neither these texts nor what they are in: what the tag hides counts as seen. The hiding
 * rule sets `visibility`, and leaves out what has `doneMark`.
 */
const exempt = <Result>(texts: Text[], run: () => Result): Result => {
  if (!document.adoptedStyleSheets?.[0] || !marksLeft) return run()
  const hidden = new Set<Element>()
  for (const text of texts)
    for (let node = parentOf(text); node && isElement(node) && !hidden.has(node); node = parentOf(node)) {
      if (getComputedStyle(node).visibility === 'visible') break
      hidden.add(node)
    }
  const marked = [...hidden].filter((element) => !element.hasAttribute(doneMark))
  if (marked[0]) marksLeft--
  for (const element of marked) element.setAttribute(doneMark, '')
  try {
    return run()
  } finally {
    for (const element of marked) element.removeAttribute(doneMark)
  }
}

/** Whether a font draws an icon for the words of an element, as Material Icons do for `arrow_forward`, or for private signs. */
const isDrawnByFont = (element: Element) =>
  /^[^,]*\b(icons?|material symbols)\b/i.test(getComputedStyle(element).fontFamily) ||
  /^\s*[\ue000-\uf8ff]+\s*$/.test(`${element.textContent}`)

/** Whether words are set where, or so small, that nobody can read them: an icon has them for screen readers. */
const isSetAway = (text: Text) => {
  const { fontSize, textIndent } = getComputedStyle(parentOf(text) as Element)
  return fontSize === '0px' || Number.parseFloat(textIndent) < farPx
}

const isShown = (text: Text, target: Element): boolean => {
  const parent = parentOf(text) as Element
  // If the target itself is invisible, it is shown later.
  const { visibility } = getComputedStyle(parent)
  if (visibility !== 'visible' && visibility !== getComputedStyle(target).visibility) return false
  for (let node = parent; node !== target; node = parentOf(node) as Element) {
    if (getComputedStyle(node).opacity === '0' && !isFading(node)) return false
  }
  return true
}

/** Whether an element is being shown, or will be: by an animation or a transition, or by a script that sets its style. */
const isFading = (element: Element) =>
  !!(element as HTMLElement).style?.opacity || !!element.getAnimations?.()[0]

/** Whether an element inside a text cannot be seen: code, or a copy for other screens or for screen readers. */
const isUnseen = (element: Element, target: Element, isDisplayed?: boolean): boolean => {
  if (/^(script|style|template|noscript|br|wbr)$/.test(element.localName)) return true
  const { display, position, clip, clipPath, overflowX, overflowY, width, height, transform } =
    getComputedStyle(element)
  const isOutOfFlow = /absolute|fixed/.test(position)
  return (
    (display === 'none' && !isDisplayed) ||
    (isOutOfFlow && /rect|inset/.test(clip + clipPath)) ||
    // Of what is not rendered the size may be `auto`. A picture that has not loaded has none yet.
    (element.localName !== 'img' &&
      ((overflowX !== 'visible' && Number.parseFloat(width) <= 1) ||
        (overflowY !== 'visible' && Number.parseFloat(height) <= 1))) ||
    ((isOutOfFlow || transform !== 'none') && isFarOutside(element) && !isFarOutside(target))
  )
}

const isFarOutside = (element: Element): boolean => {
  const { right, bottom } = element.getBoundingClientRect()
  return right + scrollX < farPx || bottom + scrollY < farPx
}
