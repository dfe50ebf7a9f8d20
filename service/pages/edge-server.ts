import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { createAnswering } from '../../edge/answer.ts'
import { namedByConnection, removeCoding, requestHeaders } from '../../edge/headers.ts'
import type { Outcome } from '../../edge/outcome.ts'
import { findInvitation } from '../../edge/pattern.ts'
import { chooseCoding } from '../base/http/compress.ts'
import { senderAddress } from '../base/net/client-address.ts'
import { askOrigin } from './edge-origin.ts'
import { createPageFetch, headersOf, UnusualAnswer } from './edge-page-fetch.ts'

/** The options of an edge server. */
interface EdgeServerOptions {
  origin: string
  service: string
  host: string
  port: number
  /** How long the origin may be silent before a 504. Default: 60,000. */
  originTimeoutMs?: number
  /** How long to wait for a record. Default: 300. */
  timeoutMs?: number
  /** Proxies that are believed when they name the visitor. Default: those on this machine and in private networks. */
  trustedProxies?: string[]
}

/** Visitors' cookies may be long: the origin decides. */
const maxHeaderSize = 65_536

/** So long a request may take with its body: an upload by a slow connection is the origin's to end. */
const requestTimeout = 3_600_000

/**
 * Starts the edge as a server. Responses that are not personalised are passed on unchanged, compressed as they were.
 */
export async function startEdgeServer(options: EdgeServerOptions) {
  const { origin, service, host, port, originTimeoutMs = 60_000, timeoutMs, trustedProxies } = options
  const counts = createEdgeCounts()
  const fetchPage = createPageFetch(new URL(origin), originTimeoutMs)
  const edge = createAnswering({ origin, service, timeoutMs, fetchPage }, counts.count)
  const server = createServer({ maxHeaderSize, requestTimeout }, (request, response) => {
    if (!hasHost(request) || !hasTarget(request)) return answerStatus(response, 400)
    const answered = isInvited(request)
      ? personalise(request, response, (visit) =>
          edge(visit, { address: senderAddress(request, trustedProxies), target: targetOf(request) }),
        ).catch(async (error) => {
          if (!(error instanceof UnusualAnswer)) throw error
          await sendAsItIs(error.answer, response)
          counts.count('no-page')
        })
      : passOn(request, response, { origin, silenceMs: originTimeoutMs }).then(() =>
          counts.count('uninvited'),
        )
    answered.catch((error) => {
      counts.count(kindOf(error))
      answerFailure(response, error)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    /** The outcomes of requests since the last call, without any data about visitors. */
    takeCounts: counts.take,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      setTimeout(() => server.closeAllConnections(), 5000).unref()
      await closed
    },
  }
}

function isInvited({ method, url = '/' }: IncomingMessage): boolean {
  const [, search = ''] = /^[^?]*(\?.*)?$/s.exec(url) ?? []
  return method === 'GET' && findInvitation(search, 'pattern') !== undefined
}

/** A visitor who leaves aborts the request; every other error is the origin's. */
function kindOf(error: unknown): EdgeCount {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? 'gone' : 'failed'
}

async function personalise(
  request: IncomingMessage,
  response: ServerResponse,
  edge: (visit: Request) => Promise<Response>,
) {
  const visit = new Request(addressOf(request), {
    headers: headersOf(request),
    signal: abortWhenGone(response),
  })
  const { status, statusText, body, headers } = await edge(visit)
  const pieces = body && Readable.fromWeb(body as never)
  // As long as nothing was sent, a body that fails is an origin that fails.
  if (pieces) await beginningOf(pieces)
  const compressor = body ? compressorFor(headers, request.headers['accept-encoding']) : undefined
  const plain = [...headers].filter(([name]) => name !== 'set-cookie').flat()
  const cookies = headers.getSetCookie().flatMap((cookie) => ['set-cookie', cookie])
  response.writeHead(status, statusText, [...plain, ...cookies])
  if (!pieces) return void response.end()
  if (compressor) await pipeline(pieces, (source) => flushing(source, compressor), compressor, response)
  else await pipeline(pieces, response)
}

/** Resolves when a stream has something to read, or has ended. */
function beginningOf(pieces: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    pieces.once('readable', resolve)
    pieces.once('error', reject)
  })
}

/** Passes a request and its response on without changing their bytes. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, silenceMs }: { origin: string; silenceMs: number },
) {
  const base = new URL(origin)
  const headers = requestHeaders(headersOf(request), false)
  const length = request.headers['content-length']
  if (length !== undefined) headers.set('content-length', length)
  // Node.js sends the body of a GET or DELETE without framing by default: the origin would take it for another request.
  if (request.headers['transfer-encoding'] !== undefined) headers.set('transfer-encoding', 'chunked')
  const hasBody = length !== undefined || request.headers['transfer-encoding'] !== undefined
  const from = await askOrigin(base, {
    method: request.method ?? 'GET',
    path: base.pathname.replace(/\/$/, '') + targetOf(request),
    headers,
    ...(hasBody ? { visitor: request } : {}),
    signal: abortWhenGone(response),
    silenceMs,
  })
  await sendAsItIs(from, response)
}

async function sendAsItIs(from: IncomingMessage, response: ServerResponse) {
  const named = namedByConnection(from.headers.connection ?? null)
  const endToEnd = (raw: string[]) =>
    toPairs(raw).filter(([name]) => !ofConnection.test(name) && !named.has(name.toLowerCase()))
  response.writeHead(from.statusCode ?? 502, from.statusMessage, endToEnd(from.rawHeaders).flat())
  from.once('end', () => response.addTrailers(endToEnd(from.rawTrailers)))
  await pipeline(from, response)
}

/** Aborts when the visitor leaves, or has the whole response. */
function abortWhenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

const ofConnection = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

const toPairs = (raw: string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 ? [] : [[name, raw[at + 1] as string] as [string, string]]))

/** Answers only that the origin failed. */
function answerFailure(response: ServerResponse, error: unknown) {
  if (response.headersSent || response.destroyed) return void response.destroy()
  answerStatus(response, error instanceof Error && error.name === 'TimeoutError' ? 504 : 502)
}

function answerStatus(response: ServerResponse, status: 400 | 502 | 504) {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(`${STATUS_CODES[status]}\n`)
}

/**
 * Fast settings: a page is compressed for one visitor while it streams. From level 4 to 5 brotli saves 6 % of a page.
 */
const compressors = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip({ level: 5 }),
}

/**
 * The compressor for a page, because the platform's `fetch` has removed the origin's compression. Undefined where the
 * page is sent uncompressed. Sets the headers for the compressed page.
 */
function compressorFor(headers: Headers, acceptEncoding: string | undefined) {
  if (headers.has('content-encoding') || !/^\s*text\/html\b/i.test(headers.get('content-type') ?? ''))
    return undefined
  headers.append('vary', 'accept-encoding')
  const coding = chooseCoding(acceptEncoding)
  if (coding === 'identity') return undefined
  removeCoding(headers)
  headers.set('content-encoding', coding)
  return compressors[coding]()
}

/** Passes pieces on, and flushes the compressor, so that no piece waits for a later one. */
async function* flushing<Piece>(
  pieces: AsyncIterable<Piece>,
  compressor: { flush(): void },
): AsyncGenerator<Piece> {
  let flush: NodeJS.Immediate | undefined
  for await (const piece of pieces) {
    yield piece
    flush ??= setImmediate(() => {
      flush = undefined
      compressor.flush()
    })
  }
  clearImmediate(flush)
}

/**
 * The outcome of a request to the edge server. `failed`: the origin did not answer, or broke off. `gone`: the visitor
 * left before the end of the response.
 */
type EdgeCount = Outcome | 'failed' | 'gone'

/** Counts outcomes since they were last taken. */
interface EdgeCounts {
  count(what: EdgeCount): void
  /** `undefined` where there were none. */
  take(): Partial<Record<EdgeCount, number>> | undefined
}

function createEdgeCounts(): EdgeCounts {
  let counts: Partial<Record<EdgeCount, number>> = {}
  return {
    count(what) {
      counts[what] = (counts[what] ?? 0) + 1
    },
    take() {
      const taken = counts
      counts = {}
      return Object.keys(taken).length > 0 ? taken : undefined
    },
  }
}

/** Path and query of a request. A request in absolute form, as to a proxy, gets a page of this site. */
function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Whether a request names something of this site: what begins with no slash could go on the name of the origin. */
function hasTarget(request: IncomingMessage): boolean {
  return /^(\/|\*$)/.test(targetOf(request))
}

/** The address of a page as the visitor sees it. */
function addressOf(request: IncomingMessage): string {
  return `http://${hostOf(request)}${targetOf(request)}`
}

/** Whether a request has exactly one valid Host header: https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasHost(request: IncomingMessage): boolean {
  const { rawHeaders, httpVersion } = request
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (count !== 1) return count === 0 && httpVersion === '1.0'
  const host = hostOf(request)
  return /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}

const hostOf = ({ headers }: IncomingMessage): string => headers.host ?? 'localhost'
