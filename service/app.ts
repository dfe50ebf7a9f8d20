import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { answerErrors, sendError } from './plugins/errors.ts'
import { healthRoutes } from './routes/health.ts'
import { fileRoutes, pageRoutes } from './routes/page.ts'
import { resultsPageRoutes } from './routes/results-page.ts'
import type { Service } from './service.ts'

const bodyLimitBytes = 64 * 1024

/** The picture of the service: every plugin and route, by name. It does not listen. */
export async function createApp(service: Service): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: service.log as FastifyBaseLogger,
    disableRequestLogging: true,
    bodyLimit: bodyLimitBytes,
    frameworkErrors: sendError,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  answerErrors(app)
  healthRoutes(app, service)
  pageRoutes(app, service)
  await fileRoutes(app)
  await resultsPageRoutes(app)
  return app
}
