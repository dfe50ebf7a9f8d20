import { hasBackground } from '../../snippet/items/src.ts'
import { hasSource } from '../../wire/targets.ts'
import { pictureFileOf } from './elements.ts'

/** Forwards or backwards in the document's order. */
export type Direction = 1 | -1

/**
 * The next element that somebody is likely to change: words, a picture, a link. Boxes around them are skipped. From any other
 * element it is the next one after or before it; from the body, the first one in the viewport. At the end it starts again at the
 * beginning. `undefined` if the page has none.
 *
 * @param words only elements whose text contains this, in any case. Default: all
 */
export function nextEditable(
  from: Element,
  direction: Direction,
  host: Element,
  words = '',
): HTMLElement | undefined {
  const editables = editablesOf(host).filter((editable) => containsText(editable, words))
  const isFromStart = from === document.body
  const ahead = editables.filter((editable) =>
    isFromStart ? direction === -1 || isInSight(editable) : isAhead(editable, from, direction),
  )
  const first = direction === 1 ? 0 : -1
  return ahead.at(first) ?? editables.at(first)
}

/** The first such element whose text contains these words, in any case. The search begins with `from` itself. */
export function editableWithText(words: string, from: HTMLElement, host: Element): HTMLElement | undefined {
  if (containsText(from, words) && editablesOf(host).includes(from)) return from
  return nextEditable(from, 1, host, words)
}

/** Whether an element's text, or what stands in for a text, contains these words. */
export function containsText(element: HTMLElement, words: string): boolean {
  const { alt = '', placeholder = '' } = element as Partial<HTMLImageElement & HTMLInputElement>
  const text = [element.textContent, alt, placeholder, element.ariaLabel, pictureFileOf(element)].join(' ')
  return text.replace(/\s+/g, ' ').toLowerCase().includes(words.toLowerCase())
}

/**
 * The elements with words inside an element that a text of the element itself would take away: its buttons, headings, paragraphs. None
 * if the element is one line, or only a box around one.
 */
export function textsWithin(element: HTMLElement): HTMLElement[] {
  const inside = [...element.querySelectorAll<HTMLElement>('*')]
    .filter((one) => hasWords(one) && isShown(one) && isEditable(one))
    .map(lineOf)
    .filter((one) => one !== element && element.contains(one))
  const texts = [...new Set(inside)]
  const [only] = texts
  const isBox = texts.length === 1 && only?.textContent?.trim() === element.textContent?.trim()
  return isBox ? [] : texts
}

/** The pictures inside an element, backgrounds included. A text of the element leaves them where they are. */
export function picturesWithin(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('*')].filter(
    (one) =>
      isShown(one) && isEditable(one) && !hasWords(one) && (hasSource(one.localName) || hasBackground(one)),
  )
}

function editablesOf(host: Element): HTMLElement[] {
  const found = [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element !== host && isShown(element) && isEditable(element))
    .map(lineOf)
  return [...new Set(found)]
}

function isEditable(element: HTMLElement): boolean {
  const { localName } = element
  if (/^(script|style|template|noscript|br|option|source)$/.test(localName) || isInSvg(element)) return false
  if (hasSource(localName) || /^(a|area|input|textarea)$/.test(localName)) return true
  return hasWords(element) || hasBackground(element)
}

const isInSvg = ({ namespaceURI }: Element) => namespaceURI === 'http://www.w3.org/2000/svg'

function hasWords({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
}

/** The whole line of an element: bold words or single letters belong to the line around them. */
function lineOf(element: HTMLElement): HTMLElement {
  let whole = element
  while (/^(b|strong|i|em|u|s|small|mark|span|font)$/.test(whole.localName)) {
    const { parentElement } = whole
    if (!parentElement || parentElement === document.body) break
    const isItsLine =
      hasWords(parentElement) || parentElement.textContent?.trim() === whole.textContent?.trim()
    if (!isItsLine) break
    whole = parentElement
  }
  return whole
}

function isShown(element: HTMLElement): boolean {
  if (element.getClientRects().length === 0) return false
  return element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true
}

function isInSight(element: Element): boolean {
  return element.getBoundingClientRect().bottom > 0
}

function isAhead(one: Element, other: Element, direction: Direction): boolean {
  const wanted = direction === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  return (other.compareDocumentPosition(one) & wanted) !== 0
}
