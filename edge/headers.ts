/** Hop-by-hop headers. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const ofConnection =
  /^(?:connection|keep-alive|proxy-connection|proxy-authenticate|proxy-authorization|te|trailer|transfer-encoding|upgrade|http2-settings|expect)$/

/** Headers that ask for a part of the page, or for nothing if it is unchanged. */
const conditional = /^(?:range|if-range|if-none-match|if-modified-since|if-match|if-unmodified-since)$/

/** Headers that describe, or sign, the original bytes. */
const ofOtherBytes =
  /^(?:content-length|content-md5|digest|(?:content|repr|unencoded)-digest|signature(?:-input)?|etag|last-modified|accept-ranges)$/

/**
 * Headers that let some cache keep an answer in spite of `Cache-Control`: CDNs and servers have their own (`X-Accel-Expires`,
 * `Netlify-CDN-Cache-Control`, `Edge-Control`), and browsers keep answers as dictionaries, or for other queries.
 */
const ofCaches =
  /(?:cache-control|expires)$|^(?:surrogate-.*|edge-control|(?:edge-)?cache-tags?|pragma|age|no-vary-search|use-as-dictionary)$/

const ofSite = /^(?:host|content-length)$/

/** Removes headers by name, lower case, and those that `Connection` names. */
function without(headers: Headers, ...names: RegExp[]): Headers {
  const left = new Headers(headers)
  const named = namedByConnection(headers.get('connection'))
  for (const name of headers.keys())
    if (named.has(name) || names.some((one) => one.test(name))) left.delete(name)
  return left
}

/** The headers that a `Connection` header names: they are for the next hop alone. */
export function namedByConnection(connection: string | null): Set<string> {
  return new Set(connection?.split(',').map((name) => name.trim().toLowerCase()))
}

/** Headers for the origin. Whoever makes the request sets `Host`. */
export const requestHeaders = (headers: Headers, isWhole: boolean): Headers =>
  without(headers, ofConnection, ofSite, ...(isWhole ? [conditional] : []))

/** Headers of an answer that is passed on unchanged. */
export const passedHeaders = (headers: Headers): Headers => without(headers, ofConnection)

/** Headers that describe the bytes of a body as it was compressed. */
const ofCodedBytes = /^(?:content-(?:encoding|length|md5)|digest|(?:content|repr)-digest)$/

/** Removes what headers say about the bytes of a body whose compression is about to change or be removed. */
export function removeCoding(headers: Headers): void {
  for (const name of [...headers.keys()]) if (ofCodedBytes.test(name)) headers.delete(name)
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
}

/** Headers of an answer that is passed on to one visitor alone, such as a redirect with the pattern in it. */
export function privateHeaders(headers: Headers, ...names: RegExp[]): Headers {
  const left = without(headers, ofConnection, ofCaches, ...names)
  left.set('cache-control', 'private, no-store')
  return left
}

/** Headers of a personalised page. */
export const personalHeaders = (headers: Headers): Headers => privateHeaders(headers, ofOtherBytes)

/** The codings that every platform's `fetch` decodes, https://fetch.spec.whatwg.org/#handle-content-codings */
const decodedByEveryFetch = /^(?:x-)?gzip$|^deflate$|^br$/

/** Accepts only codings that every platform's `fetch` decodes. */
export function askForKnownCodings(headers: Headers): void {
  const asked = headers.get('accept-encoding')?.split(',') ?? []
  const known = asked.filter((one) => decodedByEveryFetch.test(one.replace(/;.*/s, '').trim().toLowerCase()))
  if (known.length > 0) headers.set('accept-encoding', known.join(','))
  else headers.delete('accept-encoding')
}

/**
 * Corrects the headers of an answer of a platform's `fetch`, so that they describe its body. Most platforms decode the body but
 * keep `Content-Encoding`: it is removed. A coding that was not asked for stays, with its header.
 */
export function withHeadersOfBody(answer: Response): Response {
  const codings = answer.headers.get('content-encoding')?.toLowerCase().split(',')
  if (!codings?.every((one) => decodedByEveryFetch.test(one.trim()))) return answer
  const { status, statusText, body } = answer
  const headers = new Headers(answer.headers)
  removeCoding(headers)
  return new Response(body, { status, statusText, headers })
}
