import type { IncomingMessage } from 'node:http'

/** Path and query of a request. A request in absolute form, as to a proxy, gets a page of this site. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The address of a page as the visitor sees it. */
export function addressOf(request: IncomingMessage): string {
  return `http://${hostOf(request)}${targetOf(request)}`
}

/** Whether a request has exactly one valid Host header: https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function hasHost(request: IncomingMessage): boolean {
  const { rawHeaders, httpVersion } = request
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (count !== 1) return count === 0 && httpVersion === '1.0'
  const host = hostOf(request)
  return /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}

const hostOf = ({ headers }: IncomingMessage): string => headers.host ?? 'localhost'
