import { selectorOf } from '../../wire/bare-name.ts'
import { addStyle } from './add-style.ts'

/** Whether an element can be written on the page: it contains only text, in one box, without a transform. */
export function canWriteInPlace(element: HTMLElement): boolean {
  const { backgroundClip, writingMode } = getComputedStyle(element)
  const [box, ...more] = element.getClientRects()
  return (
    box !== undefined &&
    more.length === 0 &&
    box.width > 0 &&
    writingMode === 'horizontal-tb' &&
    backgroundClip !== 'text' &&
    !element.matches(notText) &&
    !element.querySelector(notText)
  )
}

const notText =
  'img, svg, picture, video, canvas, iframe, object, embed, input, select, textarea, table, ul, ol, hr'

/** The styles that make a field look like the text below it. */
const looks = [
  ...['font-family', 'font-size', 'font-style', 'font-weight', 'font-stretch', 'font-variant', 'color'],
  ...[
    'letter-spacing',
    'word-spacing',
    'line-height',
    'text-align',
    'text-indent',
    'text-transform',
    'text-shadow',
  ],
  ...['direction', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left', 'font-feature-settings'],
] as const

/** Puts a field over an element, with its present position and looks. Returns the height that its words need. */
export function placeOver(field: HTMLElement, element: HTMLElement): number {
  const { left, top, width, height } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  for (const name of looks) field.style.setProperty(name, style.getPropertyValue(name))
  for (const side of ['top', 'right', 'bottom', 'left'])
    field.style.setProperty(
      `padding-${side}`,
      `calc(${style.getPropertyValue(`padding-${side}`)} + ${style.getPropertyValue(`border-${side}-width`)})`,
    )
  field.style.setProperty('transform', `translate(${left}px, ${top}px)`)
  field.style.setProperty('width', `${width}px`)
  field.style.setProperty('min-height', '0')
  const { height: needed } = field.getBoundingClientRect()
  field.style.setProperty('min-height', `${height}px`)
  return needed
}

const highlightName = 'motif-in-place'

/**
 * Hides a text of the page without changing the page, by a highlight that paints text transparent. Returns the range that is hidden;
 * undefined if the browser has no highlights. https://drafts.csswg.org/css-highlight-api-1/
 */
export function hideText(signal: AbortSignal): Range | undefined {
  if (!('highlights' in CSS)) return undefined
  const style = addStyle(signal)
  style(
    `::highlight(${highlightName}) { color: transparent; -webkit-text-fill-color: transparent; text-shadow: none; text-decoration: none }`,
  )
  const range = new Range()
  CSS.highlights.set(highlightName, new Highlight(range))
  signal.addEventListener('abort', () => CSS.highlights.delete(highlightName))
  return range
}

/** Makes room in the page below an element while somebody writes there: chips may need more lines than what they stand for. */
export function roomBelow(
  first: HTMLElement,
  selector: string,
  signal: AbortSignal,
): (element: HTMLElement, height: number) => void {
  const style = addStyle(signal)
  const { boxSizing, display, fontSize, ...edges } = getComputedStyle(first)
  const around = (['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'] as const)
    .map((edge) => Number.parseFloat(edges[edge]))
    .reduce((sum, width) => sum + width)
  // An inline element has no height to set.
  const block = display === 'inline' ? 'display: inline-block !important;' : ''
  let made = 0
  return (element, height) => {
    const lacks = height - element.getBoundingClientRect().height
    if (height === made || (made === 0 && lacks < Number.parseFloat(fontSize) / 2)) return
    made = height
    const inside = height - (boxSizing === 'border-box' ? 0 : around)
    style(`${selectorOf(selector)} { ${block} min-height: ${inside}px !important }`)
  }
}
