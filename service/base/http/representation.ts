import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { shortHash } from '../words/ids.ts'

/** The supported content codings, best first. */
const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

/** One body in one coding, with its headers. */
interface Encoded {
  body: Buffer
  /** Strong, and its own for each coding (RFC 9110 §8.8.3.3). */
  etag: string
  headers: Record<string, string | number>
  /** The headers of a 304, without those that describe a body. */
  headers304: Record<string, string>
}

/** One body in every coding. */
export type Representation = Record<Coding, Encoded>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/**
 * Encodes a body in every coding, once.
 *
 * @param quality brotli's, 0 to 11. Files that are made once deserve 11; 5 takes well under a millisecond for a record.
 * @param headers of every answer with this body, such as `Content-Type` and `Cache-Control`.
 */
export async function encode(
  body: Buffer,
  quality: number,
  headers: Record<string, string>,
): Promise<Representation> {
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

/**
 * The coding that an `Accept-Encoding` header prefers among ours (RFC 9110 §12.5.3): the highest `q`, and of equal
 * ones the smallest body.
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  // What every browser sends needs no parsing.
  if (acceptEncoding === 'gzip, deflate, br, zstd' || acceptEncoding === 'gzip, deflate, br') return 'br'
  if (!acceptEncoding) return 'identity'
  const weights = readWeights(acceptEncoding)
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? (coding === 'identity' ? (weights.get('*') ?? 0.001) : (weights.get('*') ?? 0))
  return codings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
}

/** Whether an `If-None-Match` header names the entity tag (weak comparison, RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function encoded(whole: Buffer, etag: string, headers: Record<string, string>): Encoded {
  const body = copyOf(whole)
  const own = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
  const { 'Content-Type': _type, 'Content-Encoding': _coding, ...headers304 }: Record<string, string> = own
  return { body, etag, headers: { ...own, 'Content-Length': body.length }, headers304 }
}

/** Copies a compressed body: it is a small part of a buffer of 16 KB or more, which would stay in memory. */
function copyOf(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

/** Headers, entity tags and objects of a representation, as measured; rounded up. */
const overheadBytes = 2048

/** The memory that a representation takes, in bytes. */
export function memoryOf(representation: Representation): number {
  return codings.reduce((sum, coding) => sum + representation[coding].body.length, overheadBytes)
}

function readWeights(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  return weights
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
