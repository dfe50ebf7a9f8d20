import { removeCoding } from './headers.ts'

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
