import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { shortHash } from '../words/ids.ts'

const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

interface Encoded {
  body: Buffer
  /** Strong, and its own for each coding (RFC 9110 §8.8.3.3). */
  etag: string
  headers: Record<string, string | number>
  headers304: Record<string, string>
}

export type Representation = Record<Coding, Encoded>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Encodes a body in every coding, once, with the headers of every answer. `quality` is brotli's, 0 to 11. */
export async function encode(body: Buffer, quality: number, headers: Record<string, string>) {
  const hash = shortHash(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [br, zipped] = await Promise.all([brotli(body, { params }), deflate(body, { level: 9 })])
  return {
    br: encoded(br, `"${hash}-br"`, { ...headers, 'Content-Encoding': 'br' }),
    gzip: encoded(zipped, `"${hash}-gzip"`, { ...headers, 'Content-Encoding': 'gzip' }),
    identity: encoded(body, `"${hash}"`, headers),
  }
}

/** The best of our codings that an `Accept-Encoding` header takes (RFC 9110 §12.5.3): named, or `*`, and not with `q=0`. */
export function chooseCoding(acceptEncoding = ''): Coding {
  const taken = acceptEncoding.toLowerCase().replace(/[\w*-]+\s*;\s*q=0(\.0*)?\s*(?=,|$)/g, '')
  return codings.find((coding) => taken.includes(coding) || taken.includes('*')) ?? 'identity'
}

/** Whether an `If-None-Match` header names the entity tag (weak comparison, RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function encoded(whole: Buffer, etag: string, headers: Record<string, string>): Encoded {
  // A copy: a compressed body is a small part of a buffer of 16 KB or more, which would stay in memory.
  const body = Buffer.from(new Uint8Array(whole).buffer)
  const own = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
  const { 'Content-Type': _type, 'Content-Encoding': _coding, ...headers304 }: Record<string, string> = own
  return { body, etag, headers: { ...own, 'Content-Length': body.length }, headers304 }
}

/** Headers, entity tags and objects of a representation, as measured; rounded up. */
const overheadBytes = 2048

/** The memory that a representation takes, in bytes. */
export function memoryOf(representation: Representation): number {
  return codings.reduce((sum, coding) => sum + representation[coding].body.length, overheadBytes)
}

/** Adds a strong `ETag` to every 200 for a GET or HEAD in this scope, and answers 304 where the client has it. */
export function addEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const etag = `"${shortHash(payload)}"`
    reply.header('ETag', etag)
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length')
    // Fastify measures the body of a HEAD before it drops it.
    return request.method === 'HEAD' ? payload : null
  })
}

/** Any page may read and time these responses, whatever isolation it uses. */
export const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}

export const recordHeaders = {
  ...openToAll,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
}

export const fileHeaders = {
  ...openToAll,
  'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
}

export const refusedHeaders = { ...openToAll, 'Cache-Control': 'no-store' }

/** The headers of a 404. A record may be created at any moment, so a 404 is cached for a few seconds only. */
export const missingHeaders = { ...openToAll, 'Cache-Control': 'public, max-age=5' }

/** The headers of an answer to `OPTIONS`: any header is allowed, because pages add their own (`traceparent`, `baggage`). */
export function preflightHeaders(method: string, asked: IncomingHttpHeaders): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': method,
    'Access-Control-Allow-Headers': String(asked['access-control-request-headers'] ?? '*'),
    'Access-Control-Max-Age': '86400',
    Vary: 'Origin, Access-Control-Request-Headers',
  }
}
