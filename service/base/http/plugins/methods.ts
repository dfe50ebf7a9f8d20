import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { ApiError } from '../schemas/error-codes.ts'
import { sendError } from './errors.ts'
import type { ReportRequest } from './request-log.ts'

/** Answers unknown paths with 404, before their body is read. Call what it returns after the routes: it answers 405 with `Allow`. */
export function answerOtherMethods(app: FastifyInstance): () => void {
  /** Each path with the scope that it was registered in, whose hooks its 405 passes through, too. */
  const paths = new Map<string, { scope: FastifyInstance; methods: Set<string> }>()
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
    for (const [path, { scope, methods }] of [...paths]) {
      const allow = [...methods].sort().join(', ')
      const refuse = async () => {
        throw new ApiError(40500, `The method is not one of this path: use ${allow}.`, { Allow: allow })
      }
      const method = scope.supportedMethods.filter((name) => !methods.has(name)) as HTTPMethods[]
      const url = path.slice(scope.prefix.length)
      const schema = { hide: true }
      scope.route({ url, method, config: { role: 'viewer' }, schema, preParsing: refuse, handler: refuse })
    }
  }
}

/** Answers a request whose path cannot be routed: Fastify runs no hooks for it. Under `/v1` the token is checked first. */
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
    void checked
      .then(() => error)
      .catch((refusal: Error) => refusal)
      .then((told) => sendError(told, request, reply))
  }
}
