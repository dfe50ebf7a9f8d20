import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Strangers } from '../base/http/plugins/limits.ts'
import { missingHeaders, openToAll, preflightHeaders, refusedHeaders } from '../base/http/representation.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { operationsOf, read, serve } from '../base/http/schemas/operation.ts'
import { isIssuedPattern } from '../base/words/ids.ts'
import type { Config } from '../config.ts'
import type { PageRecords } from '../content/record-cache.ts'
import { sendRepresentation } from './files.ts'

/** Registers `GET /p/{pattern}`: the content record of a pattern, and nothing else of the record or the prospect. */
export function pageRoutes(
  app: FastifyInstance,
  { pages, strangers }: { pages: PageRecords; strangers: Strangers },
): void {
  app.get<{ Params: { pattern: string } }>('/p/:pattern', async (request, reply) => {
    const { pattern } = request.params
    if (!isIssuedPattern(pattern)) throw unknownPattern()
    const hasCopy = request.headers['if-none-match'] !== undefined
    const find = () => pages.find(pattern, { hasCopy })
    // Of a 429, and what else is thrown.
    reply.headers(refusedHeaders)
    const record = pages.knows(pattern) ? await find() : await strangers.find(request, pattern, find)
    if (record) return sendRepresentation(record, request, reply)
    throw unknownPattern()
  })

  app.options('/p/:pattern', async ({ headers }, reply) =>
    reply
      .code(204)
      .headers({ ...openToAll, ...preflightHeaders('GET', headers) })
      .send(),
  )
}

const unknownPattern = () => new ApiError(40400, 'No page content has this pattern.', missingHeaders)

/** RFC 9116, section 2.5.5, wants less than a year: what is read there is looked after. */
const lastsMs = 364 * 24 * 60 * 60 * 1000

/** Registers `GET /.well-known/security.txt` (RFC 9116): whom to tell of a vulnerability. Without a contact there is none. */
export function securityTxtRoute(
  app: FastifyInstance,
  { contact, publicUrl }: { contact: string | undefined; publicUrl: () => string },
): void {
  if (contact === undefined) return
  const path = '/.well-known/security.txt'
  app.get(path, async (_request, reply) => {
    const expires = new Date(Date.now() + lastsMs)
    expires.setUTCHours(0, 0, 0, 0)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}${path}`,
    ]
    return reply
      .header('Cache-Control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(lines.map((line) => `${line}\n`).join(''))
  })
}

export const settingsOperations = operationsOf('Access', {
  getSettings: read({
    path: '/settings',
    role: 'viewer',
    summary: 'Get what the service is set to',
    answers: {
      description: 'Settings by the names of their variables, without secrets; null for what is not set',
      schema: Type.Unsafe<Record<string, string | number | null>>({
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'null'] },
      }),
    },
  }),
})

/** Registers `GET /settings`: the settings by the names of their variables. */
export function settingsRoutes(app: FastifyInstance, config: Config, publicUrl: () => string): void {
  serve(app, settingsOperations.getSettings, async () => ({
    PUBLIC_URL: publicUrl(),
    DATABASE_URL: config.databaseUrl === undefined ? null : 'PostgreSQL',
    DATA_DIR: config.databaseUrl === undefined ? config.dataDir : null,
    TEMPLATES_DIR: config.templatesDir,
    ENRICH: config.enrich.join(', '),
    LLM_MODEL: config.languageModel?.model ?? null,
    ALLOWED_ORIGINS: [config.allowedOrigins].flat().join(', '),
    RATE_LIMIT: config.rateLimit,
    EVENTS_RETENTION_DAYS: config.eventsRetentionDays,
  }))
}
