import { accepts } from '../../snippet/items/items.ts'
import { hasBackground } from '../../snippet/items/src.ts'
import { textsOf } from '../../snippet/items/text.ts'
import type { ContentType } from '../../wire/targets.ts'
import { hasSource } from '../../wire/targets.ts'
import { childrenOf, ownIdOf } from '../selectors/own-properties.ts'
import { firstCharacters, offeredTypes } from '../words.ts'

/** The types that the visitor's script can change in an element with a visible result. */
export function kindsFor(element: HTMLElement): ContentType[] {
  return offeredTypes.filter((type) => accepts({ type, payload: location.href }, element))
}

/** The type that somebody most likely wants to change when they pick an element. */
export function likelyKind(element: HTMLElement): ContentType | undefined {
  const kinds = kindsFor(element)
  if (hasSource(element.localName)) return kinds.find((kind) => kind === 'src')
  if (textIn(element)) return kinds.find((kind) => kind === 'text')
  return kinds.find((kind) => kind === 'src') ?? kinds[0]
}

/** The page's own content of a type in an element, as a payload. */
export function ownContent(element: HTMLElement, type: ContentType): string {
  const { localName } = element
  if (type === 'html') return element.innerHTML.trim()
  if (type === 'text') return textIn(element)
  if (type !== 'src' || hasSource(localName)) return element.getAttribute(type) ?? ''
  return hasBackground(element) ? backgroundOf(element) : ''
}

/** The visible text of an element, on one line. */
export function textIn(element: HTMLElement): string {
  if (/^(input|textarea)$/.test(element.localName)) return element.getAttribute('placeholder') ?? ''
  if (element.localName === 'meta') return element.getAttribute('content') ?? ''
  const { texts } = textsOf(element, { originalOf: (node) => (node as Text).data, takerOf: () => undefined })
  return texts
    .map((text, at) => (isApart(texts[at - 1], text) ? ` ${text.data}` : text.data))
    .join('')
    .split(collapsing)
    .filter(Boolean)
    .join(' ')
}

/** As a part of the font size, less than any blank. */
const leastGap = 0.12

/**
 * Whether something is to be seen between two texts that follow each other: in `Hello <b>you</b>!` nothing is before the mark. Where a
 * text is not rendered, it counts as apart.
 */
function isApart(before: Text | undefined, text: Text): boolean {
  const [one, other] = [before && boxesOf(before).at(-1), boxesOf(text)[0]]
  if (!one || !other || one.bottom <= other.top || other.bottom <= one.top) return true
  const gap = Math.max(other.left - one.right, one.left - other.right)
  return gap > leastGap * Number.parseFloat(getComputedStyle(text.parentElement as Element).fontSize)
}

function boxesOf(text: Text): DOMRect[] {
  const range = new Range()
  range.selectNode(text)
  return [...range.getClientRects()]
}

/** The white space that a browser shows as one blank. A no-break space is none of it. */
const collapsing = /[ \t\n\r\f]+/

function backgroundOf(element: Element): string {
  const picture = getComputedStyle(element).backgroundImage
  const start = picture.indexOf('url("') + 'url("'.length
  return picture.slice(start, picture.indexOf('"', start))
}

/** The addresses of the page's pictures, as the page writes them, to choose from. */
export function picturesOfPage(): string[] {
  const sources = [...document.images].map((image) => image.getAttribute('src') ?? '')
  return [...new Set(sources)].filter(
    (source) => source && !source.startsWith('data:') && URL.canParse(source, document.baseURI),
  )
}

/** Whether an element shows something else than a picture: a page, a film, a sound. */
export function isOtherMedia(element: Element): boolean {
  return element.matches('iframe, video, audio, :is(video, audio) > source')
}

/** The file name of a picture without a description. */
export function pictureFileOf(element: Element): string {
  const source = element.getAttribute('src') ?? ''
  return source.startsWith('data:') ? '' : fileNameOf(source)
}

/** The file name in an address. */
export function fileNameOf(source: string): string {
  return source.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
}

const nameLength = 40

/** Of an element with more inside than this, only the beginning is read for its name. */
const largeCount = 200

/** The beginning of the visible text, enough for a name. */
function beginningOf(element: HTMLElement): string {
  if (element.getElementsByTagName('*').length <= largeCount) return textIn(element)
  let said = ''
  for (const child of childrenOf(element)) {
    if (child.getClientRects().length > 0) said = `${said} ${beginningOf(child as HTMLElement)}`.trim()
    if (said.length > nameLength) break
  }
  return said
}

/** The label of an outlined element: its tag, its id, and the beginning of its text, or its file name. */
export function nameOf(element: Element): string {
  const id = ownIdOf(element)
  const said =
    element.getAttribute('alt') ||
    element.getAttribute('aria-label') ||
    beginningOf(element as HTMLElement) ||
    pictureFileOf(element)
  const short = said.length > nameLength ? `${firstCharacters(said, nameLength - 1)}…` : said
  return `${element.localName}${id && `#${id}`}${short ? ` “${short}”` : ''}`
}
