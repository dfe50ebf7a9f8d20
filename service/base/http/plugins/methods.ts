import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../schemas/error-codes.ts'
import { sendError } from './errors.ts'
import type { ReportRequest } from './request-log.ts'

interface KnownPath {
  pattern: RegExp
  methods: Set<string>
}

/**
 * Answers 405 with `Allow` for a known path with another method, and 404 for an unknown path: before the body is read,
 * and after the path's hooks have checked the token. Call it before the routes are registered.
 */
export function answerOtherMethods(app: FastifyInstance): void {
  const paths = new Map<string, KnownPath>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) known.methods.add(name)
    paths.set(url, known)
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const known = knownPath(paths, request)
    if (known && !known.methods.has(request.method)) done(notAllowed(known.methods))
    else if (request.is404) done(new ApiError(40400))
    else done(null, payload)
  })
  app.setNotFoundHandler(() => {
    throw new ApiError(40400)
  })
}

/** Paths without parameters come first: `/v1/prospects/search` is not the prospect `search`. */
function knownPath(paths: Map<string, KnownPath>, request: FastifyRequest): KnownPath | undefined {
  const path = pathOf(request.url)
  const known = paths.get(path)
  if (known || !request.is404) return known
  return [...paths.values()].find(({ pattern }) => pattern.test(path))
}

function notAllowed(methods: Set<string>): ApiError {
  const allow = [...methods].sort().join(', ')
  return new ApiError(40500, `The method is not one of this path: use ${allow}.`, { Allow: allow })
}

/** A parameter of a route, with its pattern in brackets. */
const parameter = /:\w+(?:\(\^(.*?)\$\))?/

function patternOf(url: string): RegExp {
  const parts = url.split(parameter).map((part, at) => (at % 2 ? (part ?? '[^/]*') : literal(part)))
  return new RegExp(`^${parts.join('')}$`, 's')
}

function literal(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
}

function pathOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '')
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
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
