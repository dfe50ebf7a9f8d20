import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { askOrigin } from './edge-origin.ts'

/** An answer with a status that `Response` does not allow, such as 999. It is no page, so it is passed on unchanged. */
export class UnusualAnswer extends Error {
  readonly answer: IncomingMessage

  constructor(answer: IncomingMessage) {
    super(`the origin answered with status ${answer.statusCode}`)
    this.answer = answer
  }
}

/**
 * Creates a `fetch` for pages, of URLs whose path and query reach the origin byte for byte. It decompresses HTML only,
 * and removes the compression from its headers. All other bodies keep their bytes. Rejects with an `UnusualAnswer` for
 * what cannot be a `Response`.
 */
export function createPageFetch(silenceMs: number): typeof fetch {
  return async (input, { headers, signal } = {}) => {
    const [, origin = '', path = ''] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(String(input)) ?? []
    const answer = await askOrigin(new URL(origin), {
      method: 'GET',
      path,
      headers: new Headers(headers),
      signal: signal ?? undefined,
      silenceMs,
    })
    if ((answer.statusCode ?? 0) > 599) throw new UnusualAnswer(answer)
    return toResponse(answer)
  }
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = answer
  const headers = headersOf(answer)
  const body = /^(?:204|205|304)$/.test(String(status)) ? null : bodyOf(answer, headers)
  if (!body) answer.resume()
  return new Response(body && (Readable.toWeb(body) as ReadableStream), { status, statusText, headers })
}

/** As lenient as browsers: an empty body is one in every coding. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

const decoders: Record<string, (answer: IncomingMessage) => Readable> = {
  gzip: (answer) => pipeline(answer, createGunzip(lenient), () => {}),
  'x-gzip': (answer) => pipeline(answer, createGunzip(lenient), () => {}),
  br: (answer) => pipeline(answer, createBrotliDecompress(lenientBrotli), () => {}),
  deflate: (answer) => Readable.from(inflated(answer), { objectMode: false }),
}

/** As browsers do, with zlib's header (RFC 9110 §8.4.1.2) and without. */
async function* inflated(answer: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = answer[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  async function* all() {
    yield first.value as Buffer
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  const isZlib = ((first.value[0] ?? 0) & 15) === 8
  yield* pipeline(all, isZlib ? createInflate(lenient) : createInflateRaw(lenient), () => {})
}

function bodyOf(answer: IncomingMessage, headers: Headers): Readable {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const isHtml = /^\s*text\/html\b/i.test(headers.get('content-type') ?? '')
  const decode = isHtml && Object.hasOwn(decoders, coding) ? decoders[coding] : undefined
  if (!decode) return answer
  headers.delete('content-encoding')
  headers.delete('content-length')
  return decode(answer)
}

/** The headers, each as often as it was sent. */
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return headers
}
