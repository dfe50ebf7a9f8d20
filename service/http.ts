import type { FastifyInstance } from 'fastify'
import { type CheckAccess, createAccessCheck, requireAccess } from './access/access.ts'
import { oidcRoutes } from './access/oidc.ts'
import { accessRoutes } from './access/routes.ts'
import { sessionRoutes } from './access/session-routes.ts'
import { assistantRoutes, mcpRoutes } from './assistants/routes.ts'
import { healthRoutes } from './base/http/health.ts'
import { answerErrors } from './base/http/plugins/errors.ts'
import { addIdempotency } from './base/http/plugins/idempotency.ts'
import { readJsonBodies, reportIgnored } from './base/http/plugins/json-body.ts'
import { addLimits } from './base/http/plugins/limits.ts'
import { answerOtherMethods, answerUnroutable } from './base/http/plugins/methods.ts'
import { describeRoutes, openapiRoute } from './base/http/plugins/openapi.ts'
import { createReporter } from './base/http/plugins/request-log.ts'
import { addEtags } from './base/http/representation.ts'
import { createServer } from './base/http/server.ts'
import { trustedProxies } from './base/net/address-guard.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { contentRoutes, previewRoutes } from './content/routes.ts'
import { keepPictureRoute, pictureRoute } from './editing/pictures.ts'
import { editLinkRoutes, editorRoutes } from './editing/routes.ts'
import { erasingRoutes } from './erasing/erasing.ts'
import { eventRoutes } from './events/collect/routes.ts'
import { resultsRoutes } from './events/results/routes.ts'
import { liveRoutes } from './events/today/routes.ts'
import { unsubscribeRoutes } from './messages/alerts/unsubscribe.ts'
import { messageRoutes } from './messages/routes.ts'
import { callbacks } from './messages/webhook-operations.ts'
import { consoleRoutes, fileRoutes } from './pages/files.ts'
import { madePageRoutes } from './pages/made-pages.ts'
import { pageRoutes, securityTxtRoute, settingsRoutes } from './pages/routes.ts'
import { prospectRoutes } from './prospects/routes.ts'
import type { Rooms } from './rooms.ts'
import { tagRoutes, templateRoutes } from './templates/routes.ts'

/** Creates the HTTP server with every plugin and route. It does not listen yet. */
export async function createHttp(rooms: Rooms): Promise<FastifyInstance> {
  const { config, log, metrics, db, publicUrl } = rooms

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
  await describeRoutes(app, callbacks)
  await apiRoutes(app, { ...rooms, checkAccess })
  await app.register(async (scope) => healthRoutes(scope, rooms))
  pageRoutes(app, { ...rooms, ...limits })
  await eventRoutes(app, { ...rooms, ...limits })
  await editorRoutes(app, { ...rooms, ...limits })
  pictureRoute(app, { ...rooms, ...limits })
  fileRoutes(app)
  await resultsRoutes(app, { ...rooms, checkAccess })
  tagRoutes(app, rooms)
  await mcpRoutes(app, { ...rooms, checkAccess })
  await sessionRoutes(app, { ...rooms, ...limits, provider: config.oidc?.name })
  if (config.oidc) oidcRoutes(app, { db, log, config: config.oidc, publicUrl, ...limits })
  await unsubscribeRoutes(app, rooms)
  consoleRoutes(app)
  securityTxtRoute(app, { contact: config.securityContact, publicUrl })
  refuseOtherMethods()

  return app
}

/** Registers `/v1`: the operations behind a token, and the OpenAPI document, which is public. */
async function apiRoutes(app: FastifyInstance, options: Rooms & { checkAccess: CheckAccess }): Promise<void> {
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
      // Figures are those of all batches that were answered before.
      scope.addHook('preHandler', async ({ method }) => {
        if (method === 'GET') await options.tallies.refresh()
      })
      prospectRoutes(scope, options)
      erasingRoutes(scope, options.erasing)
      accessRoutes(scope, options)
      messageRoutes(scope, options.told)
      contentRoutes(scope, options)
      madePageRoutes(scope, options)
      await campaignRoutes(scope, options)
      connectionRoutes(scope, options.connections)
      templateRoutes(scope, options)
      previewRoutes(scope, options.previews)
      editLinkRoutes(scope, options.editing)
      await keepPictureRoute(scope, options.pictures)
      liveRoutes(scope, options.live)
      assistantRoutes(scope, options)
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
