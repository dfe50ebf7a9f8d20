/** Hop-by-hop headers. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const ofConnection =
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade http2-settings expect'

/** Headers that ask for a part of the page, or for nothing if it is unchanged. */
const conditional = 'range if-range if-none-match if-modified-since if-match if-unmodified-since'

/** Headers that describe the original bytes, or allow caches to keep the page. */
const ofOtherBytes =
  'content-length content-md5 digest content-digest repr-digest etag last-modified accept-ranges age expires pragma cdn-cache-control surrogate-control cloudflare-cdn-cache-control'

function without(headers: Headers, names: string): Headers {
  const left = new Headers(headers)
  const named = headers.get('connection')?.split(',') ?? []
  for (const name of [...names.split(' '), ...named.map((one) => one.trim())])
    if (/^[\w-]+$/.test(name)) left.delete(name)
  return left
}

/** Headers for the origin. Whoever makes the request sets `Host`. */
export function requestHeaders(headers: Headers, isWhole: boolean): Headers {
  const names = `${ofConnection} host content-length`
  return without(headers, isWhole ? `${names} ${conditional}` : names)
}

/** Headers of an answer that is passed on unchanged. */
export const passedHeaders = (headers: Headers): Headers => without(headers, ofConnection)

/** Headers of a personalised page. */
export function personalHeaders(headers: Headers): Headers {
  const left = without(headers, `${ofConnection} ${ofOtherBytes}`)
  left.set('cache-control', 'private, no-store')
  return left
}
