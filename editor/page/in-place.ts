/** Whether a text can be written right where it stands: nothing but text is there, in one box, and not turned. */
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

/** How a text looks: what is written over it looks the same. */
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

/** Lays a field over an element, as it stands and looks now. */
export function layOver(field: HTMLElement, element: HTMLElement): void {
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
  field.style.setProperty('min-height', `${height}px`)
}

const highlightName = 'motif-in-place'

/**
 * Keeps what an element says from being seen, without a change to it: by a highlight that paints text in no colour.
 * https://drafts.csswg.org/css-highlight-api-1/. Answers false where the browser has none.
 */
export function hideText(element: HTMLElement, signal: AbortSignal): boolean {
  if (!('highlights' in CSS)) return false
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `::highlight(${highlightName}) { color: transparent; -webkit-text-fill-color: transparent; text-shadow: none; text-decoration: none }`,
  )
  const range = new Range()
  range.selectNodeContents(element)
  CSS.highlights.set(highlightName, new Highlight(range))
  // Live: as the text is written anew, so are its nodes.
  const observer = new MutationObserver(() => range.selectNodeContents(element))
  observer.observe(element, { childList: true, subtree: true, characterData: true })
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  signal.addEventListener('abort', () => {
    observer.disconnect()
    CSS.highlights.delete(highlightName)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  })
  return true
}
