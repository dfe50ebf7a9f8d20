import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type CheckAccess, createAccessCheck, requireAccess } from './access/access.ts'
import { oidcRoutes } from './access/oidc.ts'
import { accessSchemas } from './access/operations.ts'
import { accessRoutes, type MemberMails } from './access/routes.ts'
import { sessionRoutes } from './access/session-routes.ts'
import type { Database } from './base/database/database.ts'
import { createWriteProbe, healthRoutes } from './base/http/health.ts'
import { answerErrors } from './base/http/plugins/errors.ts'
import { addIdempotency } from './base/http/plugins/idempotency.ts'
import { readJsonBodies, reportIgnored } from './base/http/plugins/json-body.ts'
import { addLimits } from './base/http/plugins/limits.ts'
import { answerOtherMethods, answerUnroutable } from './base/http/plugins/methods.ts'
import { describeRoutes, openapiRoute } from './base/http/plugins/openapi.ts'
import { createReporter } from './base/http/plugins/request-log.ts'
import { addEtags } from './base/http/representation.ts'
import { createServer } from './base/http/server.ts'
import type { Jobs } from './base/jobs/jobs.ts'
import { trustedProxies } from './base/net/address-guard.ts'
import type { NoticeOutbox } from './base/outbox/outbox.ts'
import { campaignSchemas } from './campaigns/campaign.ts'
import type { Campaigns } from './campaigns/campaigns.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import type { Config } from './config.ts'
import { contentSchemas } from './content/content.ts'
import type { ContentRecords } from './content/content-records.ts'
import type { Previews } from './content/preview.ts'
import type { PageRecords } from './content/record-cache.ts'
import { contentRoutes, previewRoutes, previewSchemas } from './content/routes.ts'
import type { EditingRoom } from './editing/editing.ts'
import { editLinkSchemas } from './editing/link-operations.ts'
import { editLinkRoutes, editorRoutes } from './editing/routes.ts'
import { type Erasing, erasingRoutes } from './erasing/erasing.ts'
import { erasingSchemas } from './erasing/erasure.ts'
import type { Collector } from './events/collector.ts'
import type { Live } from './events/live.ts'
import { liveRoutes } from './events/live-routes.ts'
import { resultsSchemas } from './events/results.ts'
import { resultsRoutes } from './events/results-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { Done } from './events/today.ts'
import { alertSchemas } from './messages/alerts/operations.ts'
import { unsubscribeRoutes } from './messages/alerts/unsubscribe.ts'
import { type MessageRoutesOptions, messageRoutes } from './messages/routes.ts'
import { callbacks, webhookSchemas } from './messages/webhook-operations.ts'
import { consoleRoutes, fileRoutes } from './pages/files.ts'
import { madePageRoutes } from './pages/made-pages.ts'
import { pageRoutes, securityTxtRoute, settingsRoutes } from './pages/routes.ts'
import { prospectSchemas } from './prospects/operations.ts'
import type { Prospects } from './prospects/prospects.ts'
import { prospectRoutes } from './prospects/routes.ts'
import type { PageStates } from './templates/page-states.ts'
import { tagRoutes, templateRoutes } from './templates/routes.ts'
import { templateSchemas } from './templates/schemas.ts'
import type { Templates } from './templates/templates.ts'

/** The components of the OpenAPI document. */
export const apiSchemas = [
  ...contentSchemas,
  ...prospectSchemas,
  ...erasingSchemas,
  ...accessSchemas,
  ...campaignSchemas,
  ...templateSchemas,
  ...previewSchemas,
  ...editLinkSchemas,
  ...webhookSchemas,
  ...alertSchemas,
  ...resultsSchemas,
  Done,
]

/** The rooms that the routes use, and what they share. */
interface HttpRooms {
  db: Database
  log: Logger
  jobs: Pick<Jobs, 'wake'>
  prospects: Prospects
  erasing: Erasing
  content: ContentRecords
  campaigns: Campaigns
  told: MessageRoutesOptions
  outbox: Pick<NoticeOutbox, 'forget'>
  templates: Templates
  previews: Previews
  editing: EditingRoom
  pageStates: PageStates
  pages: PageRecords
  events: Collector
  live: Live
  mails: MemberMails
}

interface HttpOptions extends HttpRooms {
  config: Config
  allowPrivateAddresses: boolean
  metrics: Registry
}

/** Creates the HTTP server with every plugin and route. It does not listen yet. */
export async function createHttp(options: HttpOptions) {
  const { config, log, metrics, db, templates, pages, events } = options
  let address = ''
  const publicUrl = () => config.publicUrl ?? address

  const report = createReporter(log, metrics)
  const app = createServer({
    log,
    trustProxy: trustedProxies(config.trustedProxies),
    answerUnroutable: answerUnroutable((...of) => checkAccess(...of), report),
  })
  app.addHook('onResponse', async (request, reply) => report(request, reply))
  answerErrors(app)
  const refuseOtherMethods = answerOtherMethods(app)
  const limits = await addLimits(app, config.rateLimit)
  const checkAccess = createAccessCheck({ db, ...limits, publicUrl })
  await describeRoutes(app, { schemas: apiSchemas, webhooks: callbacks })
  await apiRoutes(app, { ...options, checkAccess, publicUrl })
  healthRoutes(app, { db, metrics, canWrite: createWriteProbe(db, config) })
  pageRoutes(app, { pages, ...limits })
  await eventRoutes(app, { events, ...limits, config })
  await editorRoutes(app, { ...options, ...limits, publicUrl })
  fileRoutes(app)
  await resultsRoutes(app, { ...options, checkAccess })
  tagRoutes(app, { templates, publicUrl })
  await sessionRoutes(app, { ...options, ...limits, publicUrl, provider: config.oidc?.name })
  if (config.oidc) oidcRoutes(app, { db, log, config: config.oidc, publicUrl, ...limits })
  await unsubscribeRoutes(app, options)
  consoleRoutes(app)
  securityTxtRoute(app, { contact: config.securityContact, publicUrl })
  refuseOtherMethods()

  return {
    /** Resolves to the address on which it listens. */
    async listen(): Promise<string> {
      address = await app.listen({ host: config.host, port: config.port })
      return address
    },
    /** The address that pages and links use. */
    publicUrl,
    /** Refuses new connections, closes idle ones, and answers every request. When `signal` aborts, the others are closed. */
    async close(signal: AbortSignal): Promise<void> {
      signal.addEventListener('abort', () => app.server.closeAllConnections(), { once: true })
      await app.close()
    },
  }
}

/**
 * Registers `/v1`: the operations behind a token, the answers to unknown paths, and the OpenAPI document, which is
 * public.
 */
async function apiRoutes(
  app: FastifyInstance,
  options: HttpOptions & { checkAccess: CheckAccess; publicUrl: () => string },
): Promise<void> {
  let describe = (): { paths?: object } => ({})
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('Cache-Control', 'private, no-cache')
      })
      requireAccess(scope, options.checkAccess)
      // Never called, because unknown paths are answered earlier. It gives them this scope's hooks.
      scope.setNotFoundHandler(() => {})
      readJsonBodies(scope)
      reportIgnored(scope)
      addIdempotency(scope, options)
      addEtags(scope)
      prospectRoutes(scope, options)
      erasingRoutes(scope, options.erasing)
      accessRoutes(scope, options)
      messageRoutes(scope, options.told)
      contentRoutes(scope, options)
      madePageRoutes(scope, options)
      await campaignRoutes(scope, options)
      templateRoutes(scope, options)
      previewRoutes(scope, options.previews)
      editLinkRoutes(scope, options)
      liveRoutes(scope, options.live)
      settingsRoutes(scope, options.config, options.publicUrl)
      scope.addHook('onReady', async () => {
        describe = scope.swagger
        describe()
      })
    },
    { prefix: '/v1' },
  )
  await app.register((scope) => openapiRoute(scope, () => describe(), options.publicUrl), { prefix: '/v1' })
}
