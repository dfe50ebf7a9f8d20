import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Campaigns } from '../../campaigns/campaigns.ts'
import type { ContentRecords } from '../../content/content-records.ts'
import type { Previews } from '../../content/preview.ts'
import type { EditingRoom } from '../../editing/editing.ts'
import type { Events } from '../../events/events.ts'
import type { Live } from '../../live/live.ts'
import type { WebhookRoom } from '../../notices/webhooks.ts'
import type { PageRecords } from '../../pages/record-cache.ts'
import type { Erasing } from '../../prospects/erasing.ts'
import type { Prospects } from '../../prospects/prospects.ts'
import type { Database } from '../../store/database.ts'
import type { PageChecks } from '../../templates/page-checks.ts'
import type { Templates } from '../../templates/templates.ts'
import { type CheckAccess, requireAccess } from '../plugins/access.ts'
import { addEtags } from '../plugins/etag.ts'
import { addIdempotency } from '../plugins/idempotency.ts'
import { reportIgnored } from '../plugins/ignored.ts'
import { readJsonBodies } from '../plugins/json-body.ts'
import { openapiRoute } from '../plugins/openapi.ts'
import { campaignRoutes } from './campaigns.ts'
import { contentRoutes } from './content.ts'
import { liveRoutes } from './live.ts'
import { prospectRoutes } from './prospects.ts'
import { type ShownConfig, settingsRoutes } from './settings.ts'
import { templateRoutes } from './templates.ts'
import { tokenRoutes } from './tokens.ts'
import { webhookRoutes } from './webhooks.ts'

/** The rooms that the routes use, and what they share. */
export interface HttpRooms {
  db: Database
  log: Logger
  prospects: Prospects
  erasing: Erasing
  content: ContentRecords
  campaigns: Campaigns
  webhooks: WebhookRoom
  templates: Templates
  previews: Previews
  editing: EditingRoom
  pageChecks: PageChecks
  pages: PageRecords
  events: Events
  live: Live
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
      tokenRoutes(scope, options)
      webhookRoutes(scope, options)
      contentRoutes(scope, options)
      await campaignRoutes(scope, options)
      templateRoutes(scope, options)
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
