import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { ApiError } from '../schemas/error-codes.ts'
import { sendError } from './errors.ts'
import type { ReportRequest } from './request-log.ts'

/** A path with the scope that it was registered in, whose hooks its 405 passes through, too. */
interface KnownPath {
  scope: FastifyInstance
  methods: Set<string>
}

/**
 * Answers unknown paths with 404, before their body is read. Call it before the routes are registered, and what it returns
 * after them: it answers the other methods of each path with 405 and `Allow`.
 */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const paths = new Map<string, KnownPath>()
  app.addHook('onRoute', function ({ url, method }) {
    const { methods } = paths.get(url) ?? { methods: new Set<string>() }
    for (const name of [method].flat()) methods.add(name)
    paths.set(url, { scope: this, methods })
  })
  app.addHook('preParsing', async ({ is404 }) => {
    if (is404) throw new ApiError(40400)
  })
  app.setNotFoundHandler(() => {
    throw new ApiError(40400)
  })
  // No path has TRACE: methods of which Fastify knows nothing are answered as it is.
  app.server.prependListener('request', (request) => {
    if (!app.supportedMethods.includes(request.method ?? '')) request.method = 'TRACE'
  })
  return () => {
    for (const [url, { scope, methods }] of [...paths]) refuseOthers(scope, url, [...methods].sort())
  }
}

function refuseOthers(scope: FastifyInstance, url: string, methods: string[]): void {
  const allow = methods.join(', ')
  const refuse = async () => {
    throw new ApiError(40500, `The method is not one of this path: use ${allow}.`, { Allow: allow })
  }
  scope.route({
    url: url.slice(scope.prefix.length),
    method: scope.supportedMethods.filter((name) => !methods.includes(name)) as HTTPMethods[],
    config: { role: 'viewer' },
    schema: { hide: true },
    preParsing: refuse,
    handler: refuse,
  })
}

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
