import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { BruteForceLimit } from '../net/brute-force-limit.ts'
import { followConnections } from './idle-connections.ts'
import { createAccessCheck } from './plugins/access.ts'
import { answerErrors } from './plugins/errors.ts'
import { answerOtherMethods } from './plugins/methods.ts'
import { describeRoutes } from './plugins/openapi.ts'
import { createReporter, observeRequests } from './plugins/request-log.ts'
import { answerUnroutable } from './plugins/unroutable.ts'
import { apiRoutes, type HttpRooms } from './routes/api.ts'
import { consoleRoutes } from './routes/console.ts'
import { sessionRoutes } from './routes/console-session.ts'
import { editorRoutes } from './routes/editor.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { fileRoutes, pageRoutes } from './routes/pages.ts'
import { resultsRoutes } from './routes/results.ts'
import type { ShownConfig } from './routes/settings.ts'
import { tagRoutes } from './routes/tag.ts'
import { createServer } from './server.ts'

/** The HTTP server: see `createHttp`. */
export interface Http {
  /** Resolves to the address on which it listens. */
  listen(): Promise<string>
  /** The address that pages and links use. */
  publicUrl(): string
  /** Makes `/readyz` answer 503. */
  endReadiness(): void
  /** Refuses new connections. */
  refuse(): void
  /** Resolves once every request is answered. When `signal` aborts, open connections are closed. */
  finish(signal: AbortSignal): Promise<void>
}

interface HttpOptions extends HttpRooms {
  config: Pick<Config, 'host' | 'port' | 'publicUrl'> & ShownConfig
  metrics: Registry
  strangers: BruteForceLimit
}

/** Creates the HTTP server with every plugin and route. It does not listen yet. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { config, log, metrics, db, strangers, templates, pages, events } = options
  let address = ''
  let isEnding = false
  let closed: Promise<void> | undefined
  const publicUrl = () => config.publicUrl ?? address

  const checkAccess = createAccessCheck({ db, rateLimit: config.rateLimit, strangers, publicUrl })
  const report = createReporter(log, metrics)
  const app = createServer({ log, answerUnroutable: answerUnroutable(checkAccess, report) })
  const connections = followConnections(app.server)
  observeRequests(app, report)
  answerErrors(app)
  // It records each path as it is registered, so it comes before the routes.
  answerOtherMethods(app)
  await describeRoutes(app)
  await apiRoutes(app, { ...options, checkAccess, publicUrl })
  healthRoutes(app, { db, metrics, isEnding: () => isEnding })
  pageRoutes(app, { pages, strangers })
  await eventRoutes(app, events)
  await editorRoutes(app, { ...options, rateLimit: config.rateLimit, publicUrl })
  fileRoutes(app)
  await resultsRoutes(app, { ...options, checkAccess })
  tagRoutes(app, { templates, publicUrl })
  await sessionRoutes(app, { db, publicUrl, rateLimit: config.rateLimit })
  consoleRoutes(app)

  function close(): Promise<void> {
    closed ??= app.close()
    return closed
  }

  return {
    async listen() {
      address = await app.listen({ host: config.host, port: config.port })
      return address
    },
    publicUrl,
    endReadiness() {
      isEnding = true
    },
    refuse() {
      // Immediately: Fastify would run its hooks first.
      app.server.close()
      connections.endIdle()
      close().catch(() => {})
    },
    async finish(signal) {
      signal.addEventListener('abort', () => app.server.closeAllConnections(), { once: true })
      await close()
    },
  }
}
