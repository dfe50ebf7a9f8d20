import { removeCoding } from './headers.ts'

/** The codings that every platform's `fetch` decodes, https://fetch.spec.whatwg.org/#handle-content-codings. Some decode zstd. */
const decodedByEveryFetch = /^(?:x-)?gzip$|^deflate$|^br$/

/** The first bytes of zstd. https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1 */
const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd]

/** Accepts only codings that every platform's `fetch` decodes. */
export function askForKnownCodings(headers: Headers): void {
  const asked = headers.get('accept-encoding')?.split(',') ?? []
  const known = asked.filter((one) => decodedByEveryFetch.test(one.replace(/;.*/s, '').trim().toLowerCase()))
  if (known.length > 0) headers.set('accept-encoding', known.join(','))
  else headers.delete('accept-encoding')
}

/**
 * Corrects the headers of an answer of a platform's `fetch`, so that they describe its body. Most platforms decode the body but
 * keep `Content-Encoding`: it is removed. A body in a coding that the platform does not know stays encoded, and keeps the header.
 */
export async function withHeadersOfBody(answer: Response): Promise<Response> {
  const codings = (answer.headers.get('content-encoding') ?? '').toLowerCase().split(',')
  const unknown = codings
    .map((one) => one.trim())
    .filter((one) => one !== '' && !decodedByEveryFetch.test(one))
  if (unknown.length === 0) return withoutCoding(answer, answer.body)
  if (unknown.some((one) => one !== 'zstd') || !answer.body) return answer
  const { first, body } = await peek(answer.body)
  const isZstd = zstdMagic.every((one, at) => first?.[at] === one)
  const { status, statusText, headers } = answer
  return isZstd ? new Response(body, { status, statusText, headers }) : withoutCoding(answer, body)
}

function withoutCoding(answer: Response, body: ReadableStream<Uint8Array> | null): Response {
  if (!answer.headers.has('content-encoding')) return answer
  const { status, statusText } = answer
  const headers = new Headers(answer.headers)
  removeCoding(headers)
  return new Response(body, { status, statusText, headers })
}

/** Reads the first bytes of a body. Returns them, and a body that still contains them. */
async function peek(whole: ReadableStream<Uint8Array>) {
  const reader = whole.getReader()
  const { value: first } = await reader.read()
  let isFirst = first !== undefined
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = isFirst ? { done: false, value: first } : await reader.read()
      isFirst = false
      if (done) controller.close()
      else if (value) controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { first, body }
}
