import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { allowedSchemes, isSafeUrl } from './url.ts'

/** The bounds of HTML: the sanitiser takes minutes for a text of nothing but start tags. */
const bounds = { length: 100_000, depth: 200 }

/**
 * Reduces HTML to the elements and attributes of `wire/html.ts`, and to URLs that a page may have. Undefined where
 * nothing visible is left. Throws where the text is longer than 100,000 characters, or nested more than 200 levels deep.
 *
 * @param keepsUrl also asked of every URL; default: keeps all that are allowed
 */
export function sanitiseHtml(
  html: string,
  keepsUrl: (url: string) => boolean = () => true,
): string | undefined {
  assertBounds(html)
  const clean = sanitizeHtml(html, {
    allowedTags: htmlElements.split(' '),
    allowedAttributes: { '*': [...htmlAttributes.split(' '), 'data-*'] },
    allowedSchemes: [...allowedSchemes, 'data'],
    // `data:` passes here; `isSafeUrl` then allows it as an image's source only.
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withUrls(attribs, keepsUrl) }) },
  }).trim()
  return isSeen(clean) ? clean : undefined
}

function assertBounds(html: string): void {
  if (html.length > bounds.length)
    throw new Error(`limit exceeded: its HTML is longer than ${bounds.length} characters`)
  let depth = 0
  const parser = new Parser({
    onopentagname() {
      depth++
      if (depth > bounds.depth)
        throw new Error(`limit exceeded: its HTML is nested more than ${bounds.depth} levels deep`)
    },
    onclosetag() {
      depth--
    },
  })
  parser.write(html)
  parser.end()
}

function withUrls(
  attribs: Record<string, string>,
  keepsUrl: (url: string) => boolean,
): Record<string, string> {
  const keeps = ([name, value]: [string, string]) =>
    (name !== 'src' && name !== 'href') || (isSafeUrl(value, name) && keepsUrl(value))
  return Object.fromEntries(Object.entries(attribs).filter(keeps))
}

const seenByItself = /^<hr\b|\s(?:src|class)=/i

/** The same rule as in the browser: text, an image, a line, or an element with a class, which may be an icon. */
function isSeen(html: string): boolean {
  return html.replace(/<[^<>]*>/g, (tag) => (seenByItself.test(tag) ? tag : '')).trim() !== ''
}
