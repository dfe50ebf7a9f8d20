import type { ContentType } from '../../wire/targets.ts'
import { renderedParts } from './filters.ts'

/** The schemes that a URL in a payload may have; a relative one has the scheme of the page. */
const allowedSchemes = ['http', 'https', 'mailto', 'tel', 'sms']

/** Whether a page may get the URL: an allowed scheme or none, and `data:` images as a source. */
export function isSafeUrl(url: string, type: ContentType): boolean {
  // The base gives relative URLs a scheme. The parser ignores the same characters before and inside a scheme as
  // browsers do.
  const parsed = URL.parse(url, 'https://page.invalid/')
  if (!parsed) return false
  const scheme = parsed.protocol.slice(0, -1)
  if (scheme === 'data') return type === 'src' && /^image\/[\w.+-]+[;,]/i.test(parsed.pathname)
  return allowedSchemes.includes(scheme)
}

/**
 * A rendered URL with escaped values. A value that begins the URL and is a URL itself keeps its form; any other value
 * is escaped as a part. Undefined where the URL is empty or not allowed.
 */
export function finishUrl(rendered: string, type: ContentType): string | undefined {
  let url = ''
  for (const { text, isValue } of renderedParts(rendered)) {
    if (!isValue) url += text
    else if (url.trim() !== '') url += escapePart(text, url.trim())
    else if (wholeUrl.test(text.trim())) url += encodeURI(text.trim()).replaceAll('%25', '%')
    else if (otherScheme.test(text.trim())) return undefined
    else url += escapePart(text, '')
  }
  url = url.trim().replace(/[\t\r\n]/g, '')
  return url !== '' && isSafeUrl(url, type) ? url : undefined
}

/** A value that is a URL: absolute with an allowed scheme, or relative with a recognisable beginning. */
const wholeUrl = /^(https?:\/\/|mailto:|tel:|sms:|data:image\/|\/|\.{1,2}\/|[?#])/i
const otherScheme = /^[a-z][a-z\d+.-]*:/i

/**
 * Escapes all but the unreserved characters of RFC 3986. `@` stays in mail addresses; telephone numbers keep digits and
 * `+`.
 */
function escapePart(value: string, before: string): string {
  if (/^mailto:[^?]*$/i.test(before)) return encodeURIComponent(value.trim()).replaceAll('%40', '@')
  if (/^(tel|sms):[^?]*$/i.test(before)) return value.replace(/[^\d+*#]/g, '').replaceAll('#', '%23')
  return encodeURIComponent(value)
}

/** Finds a URL that the template itself contains, in the template's spelling. */
export type KnownUrls = (url: string) => string | undefined

/**
 * Collects the URLs that a language model may use.
 *
 * @param own what a template says by itself, without any value of a prospect: each word of it may be a URL
 * @param urls those of its payload
 */
export function knownUrls(own: string, urls: readonly string[]): KnownUrls {
  const words = own.split(/[\s"'<>()]+/)
  const spellings = [...words, ...words.map((word) => word.replace(/[.,;:!?]$/, '')), ...urls]
  const known = new Map(
    spellings
      .filter(Boolean)
      .toReversed()
      .map((url) => [hrefOf(url), url]),
  )
  known.delete(undefined)
  return (url) => known.get(hrefOf(url))
}

/** Relative URLs are compared as if they were on one page. */
function hrefOf(url: string): string | undefined {
  return URL.parse(url.replaceAll('&amp;', '&'), 'https://page.invalid/')?.href
}
