import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { operationsOf, read, serve } from '../base/http/schemas/operation.ts'
import type { Config } from '../config.ts'

/** The operation on settings. */
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

/** The settings that members of an organization may see: no secret, no database address. */
export type ShownConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'dataDir'
  | 'templatesDir'
  | 'enrich'
  | 'languageModel'
  | 'allowedOrigins'
  | 'rateLimit'
  | 'eventsRetentionDays'
  | 'morning'
>

/** Registers `GET /settings`: the settings by the names of their variables. */
export function settingsRoutes(app: FastifyInstance, config: ShownConfig, publicUrl: () => string): void {
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
