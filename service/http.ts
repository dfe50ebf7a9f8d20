import { Server as TcpServer } from 'node:net'
import type { Registry } from 'prom-client'
import { createAccessCheck } from './access/access.ts'
import { createOidc } from './access/oidc.ts'
import { oidcRoutes } from './access/oidc-routes.ts'
import { followOpenResponses } from './access/open-responses.ts'
import { limitRate } from './access/rate-limit.ts'
import { sessionRoutes } from './access/session-routes.ts'
import { apiRoutes, apiSchemas, type HttpRooms } from './api.ts'
import { createWriteProbe, healthRoutes } from './base/http/health.ts'
import { followConnections } from './base/http/idle-connections.ts'
import { answerErrors } from './base/http/plugins/errors.ts'
import { answerOtherMethods, answerUnroutable } from './base/http/plugins/methods.ts'
import { describeRoutes } from './base/http/plugins/openapi.ts'
import { createReporter, observeRequests } from './base/http/plugins/request-log.ts'
import { createServer } from './base/http/server.ts'
import type { BruteForceLimit } from './base/net/brute-force-limit.ts'
import type { Config } from './config.ts'
import { editorRoutes } from './editing/routes.ts'
import { resultsRoutes } from './events/results-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { unsubscribeRoutes } from './messages/alerts/unsubscribe.ts'
import { callbacks } from './messages/callback-schemas.ts'
import { consoleRoutes } from './pages/console-routes.ts'
import { fileRoutes, pageRoutes } from './pages/routes.ts'
import { securityTxtRoute } from './pages/security-txt.ts'
import type { ShownConfig } from './pages/settings-routes.ts'
import { tagRoutes } from './templates/routes.ts'

/** The HTTP server: see `createHttp`. */
interface Http {
  /** Resolves to the address on which it listens. */
  listen(): Promise<string>
  /** The address that pages and links use. */
  publicUrl(): string
  /** Makes `/readyz` answer 503. */
  endReadiness(): void
  /** Refuses new connections, and closes idle ones. */
  refuse(): void
  /** Resolves once proxies have closed their connections. When `signal` aborts, those that are idle are closed. */
  letProxiesGo(signal: AbortSignal): Promise<void>
  /** Resolves once every request is answered. When `signal` aborts, open connections are closed. */
  finish(signal: AbortSignal): Promise<void>
}

interface HttpOptions extends HttpRooms {
  config: Pick<
    Config,
    'host' | 'port' | 'publicUrl' | 'databaseUrl' | 'dataDir' | 'securityContact' | 'oidc'
  > &
    ShownConfig
  metrics: Registry
  strangers: BruteForceLimit
}

/** Creates the HTTP server with every plugin and route. It does not listen yet. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { config, log, metrics, db, strangers, templates, pages, events } = options
  let address = ''
  let isEnding = false
  const publicUrl = () => config.publicUrl ?? address

  const checkRate = limitRate(config.rateLimit)
  const followResponse = followOpenResponses({ db, log })
  const checkAccess = createAccessCheck({ db, checkRate, followResponse, strangers, publicUrl })
  const report = createReporter(log, metrics)
  const app = createServer({ log, answerUnroutable: answerUnroutable(checkAccess, report) })
  const connections = followConnections(app.server)
  observeRequests(app, report)
  answerErrors(app)
  // It records each path as it is registered, so it comes before the routes.
  answerOtherMethods(app)
  await describeRoutes(app, { schemas: apiSchemas, webhooks: callbacks })
  await apiRoutes(app, { ...options, checkAccess, publicUrl })
  healthRoutes(app, { db, metrics, canWrite: createWriteProbe(db, config), isEnding: () => isEnding })
  pageRoutes(app, { pages, strangers })
  await eventRoutes(app, events)
  await editorRoutes(app, { ...options, rateLimit: config.rateLimit, publicUrl })
  fileRoutes(app)
  await resultsRoutes(app, { ...options, checkAccess })
  tagRoutes(app, { templates, publicUrl })
  const oidc = config.oidc && createOidc(config.oidc, publicUrl)
  await sessionRoutes(app, { ...options, publicUrl, checkRate, provider: oidc?.name })
  if (oidc) oidcRoutes(app, { db, log, oidc, publicUrl, strangers })
  await unsubscribeRoutes(app, options)
  consoleRoutes(app)
  securityTxtRoute(app, { contact: config.securityContact, publicUrl })

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
      // Fastify's and Node's own `close` would close the idle connections of proxies as well.
      TcpServer.prototype.close.call(app.server)
      connections.endIdle()
    },
    letProxiesGo: connections.untilProxiesLeft,
    async finish(signal) {
      signal.addEventListener('abort', () => app.server.closeAllConnections(), { once: true })
      await app.close()
    },
  }
}
