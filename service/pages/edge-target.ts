import type { IncomingMessage } from 'node:http'

/** Path and query. Who asks as if this were a proxy for any site gets a page of this one. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The address that a visitor has of a page. */
export function addressOf(request: IncomingMessage): string {
  return `http://${hostOf(request)}${targetOf(request)}`
}

/** Whether a request says whom it is for, once and in words: https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
export function hasHost(request: IncomingMessage): boolean {
  const { rawHeaders, httpVersion } = request
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (count !== 1) return count === 0 && httpVersion === '1.0'
  const host = hostOf(request)
  return /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}

const hostOf = ({ headers }: IncomingMessage): string => headers.host ?? 'localhost'
