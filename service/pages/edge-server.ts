import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createBrotliCompress,
  createBrotliDecompress,
  createGunzip,
  createGzip,
  createInflate,
} from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { createAnswering, type Outcome } from '../../edge/answer.ts'
import { passedHeaders, removeCoding, requestHeaders } from '../../edge/headers.ts'
import { findInvitation } from '../../edge/pattern.ts'
import { chooseCoding } from '../base/http/representation.ts'
import { senderAddress } from '../base/net/address-guard.ts'

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
/** Origins may send more headers than Node.js reads by default: browsers accept 256 KB. */
const maxOriginHeaderSize = 262_144

/** With its body: an upload by a slow connection is the origin's to end. */
const requestTimeout = 3_600_000

/** The outcome of a request. `failed`: the origin did not answer, or broke off. `gone`: the visitor left before the end. */
type EdgeCount = Outcome | 'failed' | 'gone'

/** Starts the edge as a server. Responses that are not personalised are passed on unchanged, compressed as they were. */
export async function startEdgeServer(options: EdgeServerOptions) {
  const { origin, service, host, port, originTimeoutMs = 60_000, timeoutMs, trustedProxies } = options
  let counts: Partial<Record<EdgeCount, number>> = {}
  const count = (what: EdgeCount) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const ask = createAsking(new URL(origin), originTimeoutMs)
  const base = new URL(origin).pathname.replace(/\/$/, '')
  const edge = createAnswering({ origin, service, timeoutMs, fetchPage: createPageFetch(ask) }, count)

  const server = createServer({ maxHeaderSize, requestTimeout }, (request, response) => {
    const { url = '', headersDistinct } = request
    const [host = 'localhost', ...others] = headersDistinct.host ?? []
    const scheme = request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
    const visitUrl = `${scheme}://${host}${url}`
    if (others.length > 0 || !url.startsWith('/') || !URL.canParse(visitUrl))
      return answerStatus(response, 400)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const { signal } = gone
    const facts = { address: senderAddress(request, trustedProxies), target: url }
    const visit = () => new Request(visitUrl, { headers: headersOf(request.rawHeaders), signal })
    const answered = isInvited(request)
      ? edge(visit(), facts).then((answer) => personalise(answer, request, response))
      : passOn(ask, base + url, request, response, signal).then(() => count('uninvited'))
    answered.catch((error) => {
      count(isGone(error) ? 'gone' : 'failed')
      answerFailure(response, error)
    })
  })
  await once(server.listen(port, host), 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    /** The outcomes of requests since the last call, without any data about visitors. */
    takeCounts() {
      const taken = counts
      counts = {}
      return Object.keys(taken).length > 0 ? taken : undefined
    },
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      setTimeout(() => server.closeAllConnections(), 5000).unref()
      await once(server.close(), 'close')
    },
  }
}

function isGone({ name, code }: NodeJS.ErrnoException): boolean {
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function isInvited({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'GET' && findInvitation(/\?.*$/s.exec(url)?.[0] ?? '', 'pattern') !== undefined
}

type OriginAnswer = Omit<Dispatcher.ResponseData, 'headers'> & { rawHeaders: string[] }

/** The path and query go byte for byte. */
type OriginRequest = Pick<Dispatcher.RequestOptions, 'path' | 'body'> & {
  method: string
  headers: Headers
  signal: AbortSignal | undefined
}

/** Asks the origin. A silent one is an error, also in the midst of a body; the bytes are unchanged. */
function createAsking({ origin, username, password }: URL, silenceMs: number) {
  const agent = new Agent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    maxHeaderSize: maxOriginHeaderSize,
  })
  const authorization =
    username && `Basic ${Buffer.from(decodeURIComponent(`${username}:${password}`)).toString('base64')}`

  return async function ask({ headers, ...request }: OriginRequest, isAgain = false): Promise<OriginAnswer> {
    if (authorization && !headers.has('authorization')) headers.set('authorization', authorization)
    const asked = { ...request, origin, method: request.method as Dispatcher.HttpMethod }
    try {
      const answer = await agent.request({ ...asked, headers: [...headers].flat(), responseHeaders: 'raw' })
      return { ...answer, body: answer.body, rawHeaders: answer.headers as unknown as string[] }
    } catch (error) {
      // The origin has closed a kept connection just as the request was sent on it.
      const isStale = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test((error as { code?: string }).code ?? '')
      const mayRepeat = /^(GET|HEAD|OPTIONS)$/.test(request.method) && !request.body && !isAgain
      if (isStale && mayRepeat) return ask({ headers, ...request }, true)
      throw error
    }
  }
}

type Ask = ReturnType<typeof createAsking>

const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/** Creates a `fetch` for pages of the origin. It decompresses HTML only; other bodies keep their bytes. */
function createPageFetch(ask: Ask): typeof fetch {
  return async (input, { headers: sent, signal } = {}) => {
    const [, path = ''] = /^\w+:\/\/[^/?#]*(.*)$/s.exec(String(input)) ?? []
    const asked = { method: 'GET', path, headers: new Headers(sent), signal: signal ?? undefined }
    const { statusCode: status, rawHeaders, body } = await ask(asked)
    const headers = headersOf(rawHeaders)
    const hasBody = !/^(?:204|205|304)$/.test(String(status))
    if (!hasBody) body.resume()
    return new Response(hasBody ? (Readable.toWeb(decoded(body, headers)) as ReadableStream) : null, {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers,
    })
  }
}

function decoded(body: Readable, headers: Headers): Readable {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const create = isHtml(headers) ? decoders[coding] : undefined
  if (!create) return body
  removeCoding(headers)
  const decoder = create()
  pipeline(body, decoder).catch(() => {})
  return decoder as unknown as Readable
}

const isHtml = (headers: Headers) => /^\s*text\/html\b/i.test(headers.get('content-type') ?? '')

/** Sends what the edge has made, compressed for this visitor. */
async function personalise(answer: Response, request: IncomingMessage, response: ServerResponse) {
  const { status, statusText, body, headers } = answer
  const compressor = body ? compressorFor(headers, request.headers['accept-encoding']) : undefined
  const pieces = body && Readable.fromWeb(body as never)
  // As long as nothing was sent, a body that fails is an origin that fails.
  if (pieces) await once(pieces, 'readable')
  response.writeHead(status, statusText, [...headers].flat())
  if (!pieces) response.end()
  else await pipeline([pieces, ...(compressor ? [compressor] : []), response])
}

/**
 * Fast settings, as a page is compressed for one visitor while it streams; each piece is flushed, so that none waits for
 * a later one. From level 4 to 5 brotli saves 6 % of a page.
 */
const compressors = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 }),
}

/** The compressor for a page; undefined if it is sent as it is. Sets the headers for the compressed page. */
function compressorFor(headers: Headers, acceptEncoding: string | undefined) {
  if (headers.has('content-encoding') || !isHtml(headers)) return undefined
  headers.append('vary', 'accept-encoding')
  const coding = chooseCoding(acceptEncoding)
  if (coding === 'identity') return undefined
  removeCoding(headers)
  headers.set('content-encoding', coding)
  return compressors[coding]()
}

async function passOn(
  ask: Ask,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
) {
  const { method = 'GET', headers: said, rawHeaders } = request
  const headers = requestHeaders(headersOf(rawHeaders), false)
  const length = said['content-length']
  if (length !== undefined) headers.set('content-length', length)
  const hasBody = length !== undefined || said['transfer-encoding'] !== undefined
  const answer = await ask({ method, path, headers, signal, ...(hasBody && { body: request }) })
  const kept = passedHeaders(headersOf(answer.rawHeaders))
  const pairs = pairsOf(answer.rawHeaders).filter(([name]) => kept.has(name))
  response.writeHead(answer.statusCode, pairs.flat())
  await pipeline(answer.body, response)
}

const headersOf = (raw: readonly string[]) => new Headers(pairsOf(raw))

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 ? [] : [[name, raw[at + 1] ?? ''] as [string, string]]))
}

function answerFailure(response: ServerResponse, error: unknown) {
  if (response.headersSent || response.destroyed) return void response.destroy()
  answerStatus(response, /TIMEOUT/.test((error as { code?: string }).code ?? '') ? 504 : 502)
}

function answerStatus(response: ServerResponse, status: 400 | 502 | 504) {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(`${STATUS_CODES[status]}\n`)
}
