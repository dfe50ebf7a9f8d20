import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import { canBeWritten } from '../html/escape.ts'

const elements = new Set(htmlElements.split(' '))
const attributes = new Set(htmlAttributes.split(' '))
const withoutContent = new Set(['br', 'col', 'hr', 'img', 'wbr'])

/** Elements that a browser may move: HTML with them is left to the browser. */
const particular = new Set('a caption col colgroup table tbody td tfoot th thead tr li dd dt p'.split(' '))
const inline = new Set(
  'abbr b br cite code del em i img ins kbd mark q s small span strong sub sup time u wbr'.split(' '),
)

const piece =
  /<(\/?)([a-z][a-z0-9]*)((?:[ \t\n]+[a-z][a-z0-9-]*="[^"<>]*")*)([ \t\n]*\/|[ \t\n]+)?>|([^<>&]+)|&(?:amp|lt|gt|quot|#\d{2,6});/y
const attribute = /[ \t\n]([a-z][a-z0-9-]*)="([^"<>]*)"/g

/**
 * Whether the browser's sanitiser would leave HTML unchanged: it has only allowed elements, attributes and URLs, and is well
 * nested, so that no parser repairs it. The service's own sanitiser writes such HTML. Anything else is left to the browser.
 */
export function isCleanHtml(html: string, base: string): boolean {
  if (!canBeWritten(html) || !html.trim()) return false
  const open: string[] = []
  let isSeen = false
  piece.lastIndex = 0
  while (piece.lastIndex < html.length) {
    const found = piece.exec(html)
    if (!found) return false
    const [, slash, name, given = '', , text] = found
    if (text?.trim()) isSeen = true
    if (name === undefined) continue
    if (slash ? given !== '' || open.pop() !== name : !mayOpen(name, given, open, base)) return false
    if (!slash && (name === 'hr' || /[ \t\n](?:src|class)="/.test(given))) isSeen = true
  }
  return open.length === 0 && isSeen
}

function mayOpen(name: string, given: string, open: string[], base: string): boolean {
  if (!elements.has(name) || !areAttributesClean(name, given, base)) return false
  if (particular.has(name) && !mayStandIn(name, open)) return false
  if (!inline.has(name) && name !== 'a' && open.some((one) => /^(?:p|h[1-6])$/.test(one) || inline.has(one)))
    return false
  if (!withoutContent.has(name)) open.push(name)
  return open.length < 50
}

const parents: Record<string, RegExp> = { li: /^(?:ul|ol)$/, dd: /^dl$/, dt: /^dl$/ }

function mayStandIn(name: string, open: string[]): boolean {
  if (name === 'p') return true
  if (name === 'a') return !open.includes('a')
  return parents[name]?.test(open.at(-1) ?? '') ?? false
}

function areAttributesClean(element: string, given: string, base: string): boolean {
  return [...given.matchAll(attribute)].every(([, name = '', value = '']) => {
    if (value.includes('&') && !/^(?:[^&]|&amp;)*$/.test(value)) return false
    if (!attributes.has(name) && !name.startsWith('data-')) return false
    if (name !== 'src' && name !== 'href') return true
    return isAllowedUrl(value.replaceAll('&amp;', '&'), name, element, base)
  })
}
