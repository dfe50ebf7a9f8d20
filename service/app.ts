import type { FastifyInstance } from 'fastify'
import { receiveAhead } from './collector/ahead.ts'
import { collectFigures } from './figures.ts'
import { answerFromMemory } from './page/from-memory.ts'
import { answerOnConnection } from './page/on-connection.ts'
import { createAdmit } from './plugins/admit.ts'
import { answerErrors } from './plugins/errors.ts'
import { createServer } from './plugins/http-server.ts'
import { answerOtherMethods } from './plugins/methods.ts'
import { createTell, observeRequests } from './plugins/observe.ts'
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
  const unroutable = answerUnroutable(admit, (...told) => observe(...told))
  const app = createServer({ log: service.log, answerUnroutable: unroutable })
  const tell = createTell(service)
  const observe = observeRequests(app, tell)
  answerErrors(app)
  answerOtherMethods(app)
  await apiRoutes(app, service, admit)
  healthRoutes(app, service)
  pageRoutes(app, service)
  const receiver = await eventRoutes(app, service)
  fileRoutes(app)
  await resultsRoutes(app, service, admit)
  tagRoutes(app, service)
  await resultsPageRoutes(app)
  receiveAhead(app, service, receiver, tell)
  answerFromMemory(app, service, tell)
  answerOnConnection(app, service, tell)
  return app
}
