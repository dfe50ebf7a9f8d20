import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../schemas/error-codes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a POST to the route may have no body. */
    mayHaveNoBody?: boolean
  }
  interface FastifyRequest {
    /** The body as text, exactly as it was sent; '' where there is none. */
    bodyText: string
  }
}

const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Accepts only JSON in UTF-8 as a body in this scope, and keeps its text beside the parsed value. */
export function readJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 && request.routeOptions.config.mayHaveNoBody) return undefined
      try {
        request.bodyText = utf8.decode(body)
        // Keys such as __proto__ become plain members here. Nothing copies them by assignment.
        return JSON.parse(request.bodyText) as unknown
      } catch {
        throw new ApiError(40000, 'The body must be JSON in UTF-8.')
      }
    },
  )
  refuseCodedBodies(app)
  app.addHook('preValidation', async (request) => {
    const { config, schema } = request.routeOptions
    if (!bodyMethods.has(request.method) || request.body !== undefined) return
    if (!config.mayHaveNoBody)
      throw new ApiError(40000, 'The body is empty: send a JSON object as application/json.')
    if (schema?.body) request.body = {}
  })
}

/** Refuses bodies with a `Content-Encoding` in this scope. */
export function refuseCodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ method, headers }) => {
    const coding = headers['content-encoding']
    if (bodyMethods.has(method) && coding && coding.toLowerCase() !== 'identity')
      throw new ApiError(41500, 'Send the body without Content-Encoding.', { 'Accept-Encoding': 'identity' })
  })
}

const mostNames = 20
const longestName = 64

/** Lists in `Motif-Ignored`, percent-encoded, the fields of a body that no schema names: mostly they are misspelt. */
export function reportIgnored(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, routeOptions }, reply) => {
    const { properties } = (routeOptions.schema?.body ?? {}) as { properties?: object }
    if (!properties || typeof body !== 'object' || body === null || Array.isArray(body)) return
    const ignored = Object.keys(body).filter((name) => !Object.hasOwn(properties, name))
    const names = ignored
      .slice(0, mostNames)
      .map((name) => encodeURIComponent(name.slice(0, longestName).toWellFormed()))
    if (names.length > 0) reply.header('Motif-Ignored', names.join(', '))
  })
}
