import type { Registry } from 'prom-client'
import { createAccessCheck } from './access/access.ts'
import { createOidc } from './access/oidc.ts'
import { oidcRoutes } from './access/oidc-routes.ts'
import { sessionRoutes } from './access/session-routes.ts'
import { apiRoutes, apiSchemas, type HttpRooms } from './api.ts'
import { createWriteProbe, healthRoutes } from './base/http/health.ts'
import { answerErrors } from './base/http/plugins/errors.ts'
import { addLimits } from './base/http/plugins/limits.ts'
import { answerOtherMethods, answerUnroutable } from './base/http/plugins/methods.ts'
import { describeRoutes } from './base/http/plugins/openapi.ts'
import { createReporter, observeRequests } from './base/http/plugins/request-log.ts'
import { createServer } from './base/http/server.ts'
import { trustedProxies } from './base/net/client-address.ts'
import type { Config } from './config.ts'
import { editorRoutes } from './editing/routes.ts'
import { resultsRoutes } from './events/results-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { unsubscribeRoutes } from './messages/alerts/unsubscribe.ts'
import { callbacks } from './messages/callback-schemas.ts'
import { consoleRoutes } from './pages/console-routes.ts'
import { fileRoutes, pageRoutes } from './pages/routes.ts'
import { securityTxtRoute } from './pages/security-txt.ts'
import type { ShownConfig } from './pages/settings.ts'
import { tagRoutes } from './templates/routes.ts'

/** The HTTP server: see `createHttp`. */
interface Http {
  /** Resolves to the address on which it listens. */
  listen(): Promise<string>
  /** The address that pages and links use. */
  publicUrl(): string
  /**
   * Refuses new connections, closes idle ones, and resolves once every request is answered. When `signal` aborts, the
   * others are closed, too.
   */
  close(signal: AbortSignal): Promise<void>
}

interface HttpOptions extends HttpRooms {
  config: Pick<
    Config,
    'host' | 'port' | 'publicUrl' | 'databaseUrl' | 'dataDir' | 'securityContact' | 'oidc' | 'trustedProxies'
  > &
    ShownConfig
  metrics: Registry
}

/** Creates the HTTP server with every plugin and route. It does not listen yet. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const { config, log, metrics, db, templates, pages, events } = options
  let address = ''
  const publicUrl = () => config.publicUrl ?? address

  const report = createReporter(log, metrics)
  const app = createServer({
    log,
    trustProxy: trustedProxies(config.trustedProxies),
    answerUnroutable: answerUnroutable((...of) => checkAccess(...of), report),
  })
  observeRequests(app, report)
  answerErrors(app)
  const refuseOtherMethods = answerOtherMethods(app)
  const limits = await addLimits(app, config.rateLimit)
  const checkAccess = createAccessCheck({ db, ...limits, publicUrl })
  await describeRoutes(app, { schemas: apiSchemas, webhooks: callbacks })
  await apiRoutes(app, { ...options, checkAccess, publicUrl })
  healthRoutes(app, { db, metrics, canWrite: createWriteProbe(db, config) })
  pageRoutes(app, { pages, ...limits })
  await eventRoutes(app, { events, ...limits, rateLimit: config.rateLimit })
  await editorRoutes(app, { ...options, ...limits, publicUrl })
  fileRoutes(app)
  await resultsRoutes(app, { ...options, checkAccess })
  tagRoutes(app, { templates, publicUrl })
  const oidc = config.oidc && createOidc(config.oidc, publicUrl)
  await sessionRoutes(app, { ...options, ...limits, publicUrl, provider: oidc?.name })
  if (oidc) oidcRoutes(app, { db, log, oidc, publicUrl, ...limits })
  await unsubscribeRoutes(app, options)
  consoleRoutes(app)
  securityTxtRoute(app, { contact: config.securityContact, publicUrl })
  refuseOtherMethods()

  return {
    async listen() {
      address = await app.listen({ host: config.host, port: config.port })
      return address
    },
    publicUrl,
    async close(signal) {
      signal.addEventListener('abort', () => app.server.closeAllConnections(), { once: true })
      await app.close()
    },
  }
}
