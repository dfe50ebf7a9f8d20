import type { FastifyInstance } from 'fastify'
import { shortHash } from '../../words/short-hash.ts'
import { matchesEtag } from '../compress.ts'

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
