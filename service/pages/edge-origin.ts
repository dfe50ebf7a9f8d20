import { request as askHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as askHttps } from 'node:https'

/** Pages set more headers than Node.js reads unless it is told: browsers read 256 KB. */
const maxHeaderSize = 262_144

export interface OriginRequest {
  method: string
  /** Path and query, byte for byte. */
  path: string
  headers: Headers
  /** The visitor's request, whose body goes along. */
  visitor?: IncomingMessage
  /** Ends the request and its answer. */
  signal: AbortSignal | undefined
  /** The origin is silent for so long: `TimeoutError`. A visitor may take longer. */
  silenceMs: number
}

/**
 * Asks the origin. Resolves when its answer begins, after whatever it says before that (100, 103); its bytes are those of the
 * wire. An answer that breaks off, or is silent in its midst, is an error of the body.
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
    if (visitor || !isStale(asked, error)) throw error
    return askOrigin(origin, request)
  })
}

function beginningOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve)
    // Not once: an origin that has answered may go on to fail.
    asked.on('error', reject)
    asked.once('upgrade', (_, socket) => socket.destroy())
    asked.once('close', () => reject(new Error('the origin has gone')))
  })
}

/** What the visitor has not sent, or not taken yet, is no silence of the origin's. */
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

/** Not by `pipeline`: that would end the visitor's connection where the origin does not want the body, answer and all. */
function sendBody(visitor: IncomingMessage, asked: ClientRequest) {
  visitor.pipe(asked)
  asked.once('close', () => {
    visitor.unpipe(asked)
    visitor.resume()
  })
}

/** The origin has closed a connection that was kept for the next request, as that one was sent. */
function isStale(asked: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}
