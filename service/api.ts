import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type CheckAccess, requireAccess } from './access/access.ts'
import { memberSchemas } from './access/member-operations.ts'
import { type MemberMails, memberRoutes } from './access/member-routes.ts'
import { tokenSchemas } from './access/token-operations.ts'
import { tokenRoutes } from './access/token-routes.ts'
import type { Database } from './base/database/database.ts'
import { addEtags } from './base/http/plugins/etag.ts'
import { addIdempotency } from './base/http/plugins/idempotency.ts'
import { reportIgnored } from './base/http/plugins/ignored.ts'
import { readJsonBodies } from './base/http/plugins/json-body.ts'
import { openapiRoute } from './base/http/plugins/openapi.ts'
import type { NoticeOutbox } from './base/outbox/outbox.ts'
import { campaignSchemas } from './campaigns/campaign.ts'
import type { Campaigns } from './campaigns/campaigns.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { contentSchemas } from './content/content.ts'
import type { ContentRecords } from './content/content-records.ts'
import type { Previews } from './content/preview.ts'
import type { PageRecords } from './content/record-cache.ts'
import { contentRoutes, previewRoutes, previewSchemas } from './content/routes.ts'
import type { EditingRoom } from './editing/editing.ts'
import { editLinkSchemas } from './editing/link-operations.ts'
import { editLinkRoutes } from './editing/routes.ts'
import { type Erasing, erasingRoutes } from './erasing/erasing.ts'
import { erasingSchemas } from './erasing/erasure.ts'
import type { Events } from './events/events.ts'
import type { Live } from './events/live/live.ts'
import { liveRoutes } from './events/live/routes.ts'
import { resultsSchemas } from './events/results.ts'
import { Done } from './events/today.ts'
import { type AlertRoom, alertRoutes } from './messages/alerts/alerts.ts'
import { alertSchemas } from './messages/alerts/operations.ts'
import { webhookSchemas } from './messages/webhook-operations.ts'
import { type WebhookRoom, webhookRoutes } from './messages/webhooks.ts'
import { madePageRoutes } from './pages/made-page-routes.ts'
import type { MadePages } from './pages/made-pages.ts'
import { type ShownConfig, settingsRoutes } from './pages/settings.ts'
import type { Prospects } from './prospects/prospects.ts'
import { prospectRoutes } from './prospects/routes.ts'
import { prospectSchemas } from './prospects/schemas.ts'
import type { PageStates } from './templates/page-states.ts'
import { templateRoutes } from './templates/routes.ts'
import { templateSchemas } from './templates/schemas.ts'
import type { Templates } from './templates/templates.ts'

/** The components of the OpenAPI document, room by room. */
export const apiSchemas = [
  ...contentSchemas,
  ...prospectSchemas,
  ...erasingSchemas,
  ...tokenSchemas,
  ...memberSchemas,
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
export interface HttpRooms {
  db: Database
  log: Logger
  prospects: Prospects
  erasing: Erasing
  content: ContentRecords
  campaigns: Campaigns
  webhooks: WebhookRoom
  alerts: AlertRoom
  outbox: Pick<NoticeOutbox, 'forget'>
  templates: Templates
  previews: Previews
  editing: EditingRoom
  pageStates: PageStates
  pages: PageRecords
  madePages: MadePages
  events: Events
  live: Live
  mails: MemberMails
}

interface ApiRoutesOptions extends HttpRooms {
  config: ShownConfig
  checkAccess: CheckAccess
  publicUrl: () => string
}

/**
 * Registers `/v1`: the operations behind a token, the answers to unknown paths, and the OpenAPI document, which is
 * public.
 */
export async function apiRoutes(app: FastifyInstance, options: ApiRoutesOptions): Promise<void> {
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
      tokenRoutes(scope, options)
      memberRoutes(scope, options)
      webhookRoutes(scope, options)
      alertRoutes(scope, options)
      contentRoutes(scope, options)
      madePageRoutes(scope, options.madePages)
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
