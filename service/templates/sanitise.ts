import sanitizeHtml from 'sanitize-html'
import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { allowedSchemes, isSafeUrl } from './url.ts'

/**
 * Reduces HTML to the elements and attributes of `wire/html.ts`, and to URLs that a page may have. Undefined where
 * nothing visible is left.
 *
 * @param keepsUrl also asked of every URL; default: keeps all that are allowed
 */
export function sanitiseHtml(
  html: string,
  keepsUrl: (url: string) => boolean = () => true,
): string | undefined {
  const clean = sanitizeHtml(html, {
    allowedTags: htmlElements.split(' '),
    allowedAttributes: { '*': [...htmlAttributes.split(' '), 'data-*'] },
    allowedSchemes: [...allowedSchemes, 'data'],
    // `data:` passes here; `isSafeUrl` then allows it as an image's source only.
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withUrls(attribs, keepsUrl) }) },
  }).trim()
  return isSeen(clean) ? clean : undefined
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
