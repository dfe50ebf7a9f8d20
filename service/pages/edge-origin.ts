import { request as askHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as askHttps } from 'node:https'

/** Origins may send more headers than Node.js reads by default: browsers accept 256 KB. */
const maxHeaderSize = 262_144

/** What may be asked again, because twice does no more than once. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

interface OriginRequest {
  method: string
  /** Path and query, byte for byte. */
  path: string
  headers: Headers
  /** The visitor's request, whose body is sent along. */
  visitor?: IncomingMessage
  /** Aborts the request and its response. */
  signal: AbortSignal | undefined
  /** How long the origin may be silent before a `TimeoutError`. A visitor may take longer. */
  silenceMs: number
}

/**
 * Sends a request to the origin. Resolves when the final response begins, after informational ones (100, 103). The
 * bytes are unchanged. A response that breaks off, or goes silent, is an error of its body.
 */
export async function askOrigin(origin: URL, request: OriginRequest): Promise<IncomingMessage> {
  const { method, path, headers, visitor, signal, silenceMs } = request
  const options: RequestOptions = {
    method,
    path,
    maxHeaderSize,
    timeout: silenceMs,
    headers: Object.fromEntries(headers),
    ...(signal ? { signal } : {}),
  }
  const asked = (origin.protocol === 'https:' ? askHttps : askHttp)(origin, options)
  const answered = beginningOf(asked)
  endSilence(asked, request)
  if (visitor) sendBody(visitor, asked)
  else asked.end()
  return answered.catch((error) => {
    if (visitor || !idempotent.has(method) || !isStale(asked, error)) throw error
    return askOrigin(origin, request)
  })
}

function beginningOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve)
    // Not `once`: a request may still fail after its response has begun.
    asked.on('error', reject)
    asked.once('upgrade', (_, socket) => socket.destroy())
    asked.once('close', () => reject(new Error('the origin has gone')))
  })
}

/** Detects a silent origin. Time in which the visitor has not sent or read data does not count. */
function endSilence(asked: ClientRequest, { visitor, silenceMs }: OriginRequest) {
  let answer: IncomingMessage | undefined
  asked.once('response', (begun: IncomingMessage) => {
    answer = begun
  })
  asked.on('timeout', () => {
    const isSending = visitor && !visitor.complete && visitor.readableLength === 0
    const isTaking = answer && answer.readableLength > 0
    if (isTaking || (!answer && isSending)) asked.socket?.setTimeout(silenceMs)
    else (answer ?? asked).destroy(new DOMException('the origin is silent', 'TimeoutError'))
  })
}

/**
 * Not by `pipeline`, which would close the visitor's connection where the origin does not want the body, and the
 * response with it.
 */
function sendBody(visitor: IncomingMessage, asked: ClientRequest) {
  visitor.pipe(asked)
  asked.once('close', () => {
    visitor.unpipe(asked)
    visitor.resume()
  })
}

/** Whether the origin closed a kept-alive connection just as the request was sent on it. */
function isStale(asked: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}
