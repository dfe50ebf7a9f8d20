import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './errors.ts'
import type { ReportRequest } from './request-log.ts'

/**
 * Answers a request whose path cannot be routed, such as one with a bad escape: Fastify runs no hooks for it. Under
 * `/v1` the token is checked first, as everywhere.
 */
export function answerUnroutable(
  checkAccess: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  report: ReportRequest,
) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('X-Request-Id', request.id)
    reply.raw.once('finish', () => report(request, reply))
    const isApi = /^\/v1([/?]|$)/.test(request.url)
    if (isApi) reply.header('Cache-Control', 'private, no-cache')
    const checked = isApi ? checkAccess(request, reply) : Promise.resolve()
    void checked.then(
      () => sendError(error, request, reply),
      (refusal: Error) => sendError(refusal, request, reply),
    )
  }
}
