import type { NamedKind } from '../../wire/analytics-words.ts'
import { hasSource } from '../../wire/targets.ts'
import { firstCharacters } from '../words.ts'
import { pictureFileOf, textIn } from './elements.ts'

/** So many characters of an element's words are in its name. */
const wordsLength = 40

/**
 * A name for an element as a marketer would say it, from what it is and what it says: `Headline`, `Logo`, `Button: Book a
 * demo`, `Picture: A dashboard`.
 */
export function proposeName(element: HTMLElement): string {
  const { localName } = element
  if (isPicture(element)) return isLogo(element) ? 'Logo' : withWords('Picture', pictureWords(element))
  if (localName === 'h1' && isOnly(element)) return 'Headline'
  if (isButton(element)) return withWords('Button', wordsOf(element))
  const [kind] = kinds.find(([, selector]) => element.matches(selector)) ?? []
  if (kind) return withWords(kind, wordsOf(element))
  const heading = element.querySelector<HTMLElement>('h1, h2, h3, h4, h5, h6')
  return heading ? withWords('Section', wordsOf(heading)) : withWords('Text', wordsOf(element))
}

const kinds: readonly (readonly [NamedKind, string])[] = [
  ['Heading', 'h1, h2, h3, h4, h5, h6, [role=heading]'],
  ['Link', 'a, area, [role=link]'],
  ['Field', 'input, textarea, select'],
  ['Quote', 'blockquote, q, blockquote *'],
  ['Menu', 'nav, [role=navigation]'],
  ['Form', 'form'],
  ['Link preview', 'meta, title'],
]

function isPicture(element: HTMLElement): boolean {
  return (
    hasSource(element.localName) || /^(picture|svg|figure)$/.test(element.localName) || element.role === 'img'
  )
}

/** Words of names and addresses: `site-logo`, `/img/logo.svg`. */
function isLogo(element: HTMLElement): boolean {
  const around = element.closest('a')
  const said = [element, around].map((one) =>
    [one?.id, one?.className, one?.getAttribute('alt'), one?.ariaLabel].join(' '),
  )
  return /(^|[^a-z])logos?([^a-z]|$)/i.test([...said, pictureFileOf(element)].join(' '))
}

function pictureWords(element: HTMLElement): string {
  const within = element.querySelector<HTMLElement>('figcaption')
  return element.getAttribute('alt') || element.ariaLabel || within?.textContent || pictureFileOf(element)
}

/** Whether it is a button, or a link that looks like one. */
function isButton(element: HTMLElement): boolean {
  if (element.matches('button, [role=button], input[type=submit], input[type=button]')) return true
  if (element.localName !== 'a') return false
  if (/(^|[^a-z])(btn|button|cta)([^a-z]|$)/i.test(`${element.className} ${element.id}`)) return true
  const { backgroundColor, borderTopWidth, borderTopStyle, paddingLeft } = getComputedStyle(element)
  const isFilled = !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)
  const isFramed = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
  return Number.parseFloat(paddingLeft) > 0 && (isFilled || isFramed)
}

function isOnly(headline: Element): boolean {
  return document.querySelectorAll('h1').length === 1 || headline === document.querySelector('h1')
}

function wordsOf(element: HTMLElement): string {
  return textIn(element) || element.ariaLabel || element.getAttribute('title') || ''
}

function withWords(kind: NamedKind, words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  if (line === '') return kind
  if (line.length <= wordsLength) return `${kind}: ${line}`
  const end = line.lastIndexOf(' ', wordsLength)
  return `${kind}: ${firstCharacters(line, end > 0 ? end : wordsLength)}…`
}
