import type { ContentType } from '../../wire/targets.ts'
import { renderedParts } from './filters.ts'

/** What a URL in a payload may be; a relative one counts as the page's own scheme. */
export const allowedSchemes = ['http', 'https', 'mailto', 'tel', 'sms'] as const

/** Whether a page may be given the URL: an allowed scheme or none, and `data:` images where it is a source. */
export function isSafeUrl(url: string, type: ContentType): boolean {
  // The base gives relative URLs a scheme; the parser itself drops what browsers drop before and inside a scheme.
  const parsed = URL.parse(url, 'https://page.invalid/')
  if (!parsed) return false
  const scheme = parsed.protocol.slice(0, -1)
  if (scheme === 'data') return type === 'src' && /^image\/[\w.+-]+[;,]/i.test(parsed.pathname)
  return allowedSchemes.some((allowed) => allowed === scheme)
}

/**
 * A rendered URL with its values escaped: one that begins the URL and is itself a URL keeps its form, any other is a
 * part of one. Undefined for one that is empty or not allowed.
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

/** A value that is meant as a URL: absolute with an allowed scheme, or relative with a beginning that says so. */
const wholeUrl = /^(https?:\/\/|mailto:|tel:|sms:|data:image\/|\/|\.{1,2}\/|[?#])/i
const otherScheme = /^[a-z][a-z\d+.-]*:/i

/** RFC 3986, what may stand unescaped in any part; `@` in mail addresses, `+` in numbers, which take no blanks. */
function escapePart(value: string, before: string): string {
  if (/^mailto:[^?]*$/i.test(before)) return encodeURIComponent(value.trim()).replaceAll('%40', '@')
  if (/^(tel|sms):[^?]*$/i.test(before)) return value.replace(/[^\d+*#]/g, '').replaceAll('#', '%23')
  return encodeURIComponent(value)
}
