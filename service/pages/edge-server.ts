import {
  request as askHttp,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { request as askHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createAnswering } from '../../edge/answer.ts'
import { requestHeaders } from '../../edge/headers.ts'
import { findInvitation } from '../../edge/pattern.ts'
import type { Edge } from '../../edge/public.d.ts'
import { compressorFor, flushing } from './edge-compression.ts'
import { createEdgeCounts, type EdgeCount } from './edge-counts.ts'

/** Where an edge listens, and what it stands in front of. */
export interface EdgeServerOptions {
  origin: string
  service: string
  host: string
  port: number
  /** The origin is silent for so long: 504. Default: 60,000. */
  originTimeoutMs?: number
  /** A record is waited for so long. Default: 300. */
  timeoutMs?: number
}

/** An edge as a server. What is not personalised goes by as it came, its compression too. */
export async function startEdgeServer(options: EdgeServerOptions) {
  const { origin, service, host, port, originTimeoutMs = 60_000, timeoutMs } = options
  const counts = createEdgeCounts()
  const edge = createAnswering(
    { origin, service, timeoutMs, fetch: fetchWithin(originTimeoutMs) },
    counts.count,
  )
  const server = createServer((request, response) => {
    const answered = isInvited(request)
      ? personalised(request, response, edge)
      : passedOn(request, response, { origin, originTimeoutMs }).then(() => counts.count('uninvited'))
    answered.catch((error) => {
      counts.count(kindOf(error))
      fail(response, error)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    /** How many requests came to what, since it was last asked; nothing of who they were. */
    takeCounts: counts.take,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      setTimeout(() => server.closeAllConnections(), 5000).unref()
      await closed
    },
  }
}

/** Gives up where the answer does not begin in time. A page may take longer, as long as it goes on. */
const fetchWithin =
  (timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(silence()), timeoutMs)
    const signals = init?.signal ? [init.signal, silent.signal] : [silent.signal]
    try {
      return await fetch(input, { ...init, signal: AbortSignal.any(signals) })
    } finally {
      clearTimeout(timer)
    }
  }

const silence = () => new DOMException('the origin is silent', 'TimeoutError')

function isInvited({ method, url = '/' }: IncomingMessage): boolean {
  const [, search = ''] = /^[^?]*(\?.*)?$/s.exec(url) ?? []
  return method === 'GET' && findInvitation(search, 'pattern') !== undefined
}

/** Who leaves ends what is under way; every other error is the origin's. */
function kindOf(error: unknown): EdgeCount {
  const { name, code } = error as NodeJS.ErrnoException
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? 'gone' : 'failed'
}

async function personalised(request: IncomingMessage, response: ServerResponse, edge: Edge) {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const address = `http://${request.headers.host ?? 'localhost'}${targetOf(request)}`
  const answered = await edge(new Request(address, { headers: headersOf(request), signal: gone.signal }))
  const { status, statusText, body, headers } = answered
  const compressor = body ? compressorFor(headers, request.headers['accept-encoding']) : undefined
  const plain = [...headers].filter(([name]) => name !== 'set-cookie').flat()
  const cookies = headers.getSetCookie().flatMap((cookie) => ['set-cookie', cookie])
  response.writeHead(status, statusText, [...plain, ...cookies])
  if (!body) return void response.end()
  const pieces = Readable.fromWeb(body as never)
  if (compressor) await pipeline(pieces, (source) => flushing(source, compressor), compressor, response)
  else await pipeline(pieces, response)
}

/** Path and query. Who asks as if this were a proxy for any site gets a page of this one. */
function targetOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return headers
}

/** Bytes and their coding stay as they are, both ways. */
async function passedOn(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, originTimeoutMs }: { origin: string; originTimeoutMs: number },
) {
  const base = new URL(origin)
  const headers = requestHeaders(headersOf(request), false)
  const length = request.headers['content-length']
  if (length !== undefined) headers.set('content-length', length)
  // Node.js sends the body of a GET or DELETE without a frame unless it is told: the origin would take it for a next request.
  if (request.headers['transfer-encoding'] !== undefined) headers.set('transfer-encoding', 'chunked')
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    path: base.pathname.replace(/\/$/, '') + targetOf(request),
    headers: Object.fromEntries(headers),
    timeout: originTimeoutMs,
  }
  const upstream = (base.protocol === 'https:' ? askHttps : askHttp)(base, options)
  upstream.once('timeout', () => upstream.destroy(silence()))
  response.once('close', () => upstream.destroy())
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve)
    upstream.once('error', reject)
  })
  const sent = pipeline(request, upstream)
  sent.catch(() => {})
  const from = await answered
  response.writeHead(from.statusCode ?? 502, from.statusMessage, endToEnd(from.rawHeaders))
  await pipeline(from, response)
}

const ofConnection = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

function endToEnd(rawHeaders: string[]): string[] {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1] as string]]))
  return pairs.filter(([name = '']) => !ofConnection.test(name)).flat()
}

/** Says no more than that the origin failed. */
function fail(response: ServerResponse, error: unknown) {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const isSlow = error instanceof Error && error.name === 'TimeoutError'
  response.writeHead(isSlow ? 504 : 502, { 'content-type': 'text/plain' })
  response.end(isSlow ? 'Gateway Timeout\n' : 'Bad Gateway\n')
}
