import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib'
import { removeCoding } from '../../edge/headers.ts'
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
 * Creates a `fetch` for pages of the origin, of URLs whose path and query reach it byte for byte. It decompresses HTML only,
 * and removes the compression from its headers. All other bodies keep their bytes. Rejects with an `UnusualAnswer` for
 * what cannot be a `Response`.
 */
export function createPageFetch(origin: URL, silenceMs: number): typeof fetch {
  return async (input, { headers, signal } = {}) => {
    const [, path = ''] = /^\w+:\/\/[^/?#]*(.*)$/s.exec(String(input)) ?? []
    const answer = await askOrigin(origin, {
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

/** A longer header of gzip is none, in bytes. */
const maxGzipHeader = 262_144

/** As lenient as browsers: an empty body is one in every coding. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

const decoders: Record<string, (answer: IncomingMessage) => Readable> = {
  gzip: (answer) => Readable.from(gunzipped(answer), { objectMode: false }),
  'x-gzip': (answer) => Readable.from(gunzipped(answer), { objectMode: false }),
  br: (answer) => pipeline(answer, createBrotliDecompress(lenientBrotli), () => {}),
  deflate: (answer) => Readable.from(inflated(answer), { objectMode: false }),
}

/**
 * As Chromium does, which ignores what follows the compressed page. Node.js's own decoder takes it for another page, and fails.
 * https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
async function* gunzipped(answer: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = answer[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  let header: number | undefined
  while (header === undefined) {
    const { done, value } = await pieces.next()
    if (done && start.length === 0) return
    if (done) throw new Error('the header of gzip breaks off')
    start = Buffer.concat([start, value])
    header = gzipHeaderLength(start)
    if (header === undefined && start.length > maxGzipHeader)
      throw new Error('the header of gzip does not end')
  }
  const rest = start.subarray(header)
  async function* all() {
    yield rest
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  yield* pipeline(all, createInflateRaw(lenient), () => {})
}

/** `undefined` if there is more to come. */
function gzipHeaderLength(bytes: Buffer): number | undefined {
  const isGzip = [0x1f, 0x8b, 8].every((one, at) => bytes[at] === one || at >= bytes.length)
  if (!isGzip) throw new Error('not gzip')
  if (bytes.length < 10) return undefined
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  // The page's file name, and a comment, each with a NUL at its end.
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) return undefined
    at = end + 1
  }
  if (flags & 2) at += 2
  return at <= bytes.length ? at : undefined
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
  removeCoding(headers)
  return decode(answer)
}

/** The headers, each as often as it was sent. */
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return headers
}
