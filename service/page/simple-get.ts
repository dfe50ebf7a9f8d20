/** A GET as plain as they come, in one piece. */
export interface SimpleGet {
  /** What follows the prefix in its path. */
  rest: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

const longestHead = 8192
const get = 'GET '
const version = ' HTTP/1.1'

/** What makes a request more than a plain GET: a body, another protocol, a wish that HTTP has to see to. */
const notSimple = /^(?:content-length|transfer-encoding|expect|upgrade|trailer|http2-settings)$/
/** A header as every sender of good will writes it: a token, a colon, visible characters. */
const line = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e]*)$/

/**
 * Reads a chunk that is exactly one plain GET under `prefix`. Undefined for all else, and for anything in the least
 * unusual: an HTTP parser has to look at that.
 */
export function readSimpleGet(chunk: Buffer, prefix: string): SimpleGet | undefined {
  if (chunk.length > longestHead) return undefined
  const text = chunk.toString('latin1')
  if (!text.startsWith(get + prefix) || text.indexOf('\r\n\r\n') !== text.length - 4) return undefined
  const [request = '', ...lines] = text.slice(0, -4).split('\r\n')
  if (!request.endsWith(version)) return undefined
  const headers = readHeaders(lines)
  return (
    headers && {
      rest: request.slice(get.length + prefix.length, -version.length),
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
    }
  )
}

type Header = 'host' | 'connection' | 'accept-encoding' | 'if-none-match'

function readHeaders(lines: string[]): Partial<Record<Header, string>> | undefined {
  const headers: Partial<Record<Header, string>> = {}
  for (const each of lines) {
    const [, written = '', value = ''] = line.exec(each) ?? []
    const name = written.toLowerCase()
    if (name === '' || notSimple.test(name)) return undefined
    if (name !== 'host' && name !== 'connection' && name !== 'accept-encoding' && name !== 'if-none-match')
      continue
    if (headers[name] !== undefined) return undefined
    headers[name] = value
  }
  const { host, connection = 'keep-alive' } = headers
  return host && connection.toLowerCase() === 'keep-alive' ? headers : undefined
}
