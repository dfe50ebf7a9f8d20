import { Parser } from 'htmlparser2'
import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { isSafeUrl } from './url.ts'

const bounds = { length: 100_000, depth: 200 }

const elements = new Set(htmlElements.split(' '))
const attributes = new Set(htmlAttributes.split(' '))
const dataAttribute = /^data-[-\w.\u00b7-\uffff]+$/
const withoutEndTag = new Set(['br', 'col', 'hr', 'img', 'wbr'])

/** Their content is no text of the page, so it is left out with them. Of any other element, the content stays. */
const withoutText = new Set(['iframe', 'noembed', 'noframes', 'option', 'script', 'style', 'textarea', 'xmp'])

/**
 * Reduces HTML to the elements and attributes of `wire/html.ts`, and to URLs that a page may have. Undefined if nothing visible is
 * left. Throws if the text is longer than 100,000 characters, or nested more than 200 levels deep.
 *
 * It is safe by what it writes, not by what it understands: tags of the list, which a browser reads as ordinary HTML, attributes of
 * the list in quotes, and everything else escaped. However differently a browser would have read the input, nothing else comes out.
 *
 * @param keepsUrl also asked of every URL; default: keeps all that are allowed
 */
export function sanitiseHtml(
  html: string,
  keepsUrl: (url: string) => boolean = () => true,
): string | undefined {
  if (html.length > bounds.length)
    throw new Error(`limit exceeded: its HTML is longer than ${bounds.length} characters`)
  let clean = ''
  let depth = 0
  let unseen = 0
  const parser = new Parser({
    onopentag(name, given) {
      depth++
      if (depth > bounds.depth)
        throw new Error(`limit exceeded: its HTML is nested more than ${bounds.depth} levels deep`)
      if (withoutText.has(name)) unseen++
      if (unseen === 0 && elements.has(name)) clean += startTag(name, given, keepsUrl)
    },
    ontext(text) {
      if (unseen === 0) clean += escapeHtml(text)
    },
    onclosetag(name) {
      depth--
      if (unseen === 0 && elements.has(name) && !withoutEndTag.has(name)) clean += `</${name}>`
      if (withoutText.has(name)) unseen--
    },
  })
  parser.write(html)
  parser.end()
  clean = clean.trim()
  return isSeen(clean) ? clean : undefined
}

function startTag(name: string, given: Record<string, string>, keepsUrl: (url: string) => boolean): string {
  const kept = Object.entries(given)
    .filter(([attribute, value]) => keepsAttribute(attribute, value, keepsUrl))
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value).replaceAll('"', '&quot;')}"`)
  return `<${name}${kept.join('')}${withoutEndTag.has(name) ? ' />' : '>'}`
}

function keepsAttribute(name: string, value: string, keepsUrl: (url: string) => boolean): boolean {
  if (dataAttribute.test(name)) return true
  if (!attributes.has(name)) return false
  if (name === 'src' || name === 'href') return value !== '' && isSafeUrl(value, name) && keepsUrl(value)
  return value !== '' || name !== 'class'
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const seenByItself = /^<hr\b|\s(?:src|class)=/i

/** The same rule as in the browser: text, an image, a line, or an element with a class, which may be an icon. */
function isSeen(html: string): boolean {
  return html.replace(/<[^<>]*>/g, (tag) => (seenByItself.test(tag) ? tag : '')).trim() !== ''
}
