import type { FastifyInstance } from 'fastify'
import { collectFigures } from './figures.ts'
import { createAdmit } from './plugins/admit.ts'
import { answerErrors } from './plugins/errors.ts'
import { createServer } from './plugins/http-server.ts'
import { answerOtherMethods } from './plugins/methods.ts'
import { createReporter, observeRequests } from './plugins/observe.ts'
import { answerUnroutable } from './plugins/unroutable.ts'
import { apiRoutes } from './routes/api.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { fileRoutes, pageRoutes } from './routes/page.ts'
import { resultsRoutes } from './routes/results.ts'
import { resultsPageRoutes } from './routes/results-page.ts'
import { tagRoutes } from './routes/tag.ts'
import type { Service } from './service.ts'

/** The picture of the service: every plugin and route, by name. It does not listen. */
export async function createApp(service: Service): Promise<FastifyInstance> {
  collectFigures(service)
  const admit = createAdmit(service)
  const report = createReporter(service)
  const app = createServer({ log: service.log, answerUnroutable: answerUnroutable(admit, report) })
  observeRequests(app, report)
  answerErrors(app)
  answerOtherMethods(app)
  await apiRoutes(app, service, admit)
  healthRoutes(app, service)
  pageRoutes(app, service)
  await eventRoutes(app, service)
  await fileRoutes(app)
  await resultsRoutes(app, service, admit)
  tagRoutes(app, service)
  await resultsPageRoutes(app)
  return app
}
