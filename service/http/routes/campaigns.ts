import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CampaignListParameters } from '../../campaigns/campaign-list.ts'
import type { CampaignFile, Campaigns } from '../../campaigns/campaigns.ts'
import type { PeopleParameters } from '../../campaigns/people.ts'
import { type ReadingParameters, readBeginning } from '../../campaigns/read-beginning.ts'
import type { Events } from '../../events/events.ts'
import type { Campaign } from '../../model/campaign.ts'
import type { Database } from '../../store/database.ts'
import { sendJson } from '../plugins/send-json.ts'
import { listTypes, campaignOperations as operations } from '../schemas/campaign-operations.ts'
import type { CampaignChangeBody, NewCampaignBody } from '../schemas/campaigns.ts'
import { oneOfEach } from './one-of-each.ts'

interface CampaignRoutesOptions {
  db: Database
  campaigns: Campaigns
  events: Pick<Events, 'flush'>
}

type Named = { Params: { id: string } }

/** `/campaigns` and what is below it. */
export async function campaignRoutes(app: FastifyInstance, options: CampaignRoutesOptions): Promise<void> {
  const { campaigns } = options
  app.post<{ Body: NewCampaignBody }>('/campaigns', operations.createCampaign, async (request, reply) => {
    const remember = (trx: Database, made: Campaign) => request.remember(trx, JSON.stringify(made), '')
    const made = await campaigns.create(request.owner, request.body, remember)
    return sendJson(reply, JSON.stringify(made))
  })

  app.patch<Named & { Body: CampaignChangeBody }>(
    '/campaigns/:id',
    operations.changeCampaign,
    async ({ owner, params, body }, reply) => {
      const changed = await campaigns.update(owner.organization, params.id, body)
      return sendJson(reply, JSON.stringify(changed))
    },
  )

  app.delete<Named>('/campaigns/:id', operations.deleteCampaign, async ({ owner, params }, reply) => {
    await campaigns.remove(owner.organization, params.id)
    return reply.code(204).send()
  })

  app.post<Named>('/campaigns/:id/regenerate', operations.regenerateCampaign, async (request, reply) => {
    const { owner, params } = request
    const remember = (trx: Database, campaign: Campaign) =>
      request.remember(trx, JSON.stringify(campaign), '')
    const campaign = await campaigns.regenerate(owner.organization, params.id, remember)
    return sendJson(reply.code(202), JSON.stringify(campaign))
  })

  await app.register(async (scope) => listRoute(scope, campaigns))
  await app.register(async (scope) => readRoutes(scope, options))
}

/** How long the answer to a list may take, beside the time that it takes to come. */
const importTimeoutMs = 300_000

/** `POST /campaigns/{id}/people` and `POST /lists/read`: a list, which is read as it comes. */
function listRoute(scope: FastifyInstance, campaigns: Campaigns): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...listTypes], (_request, body, done) => done(null, body))

  scope.post<Named & { Body: Readable | undefined; Querystring: { columns?: string } }>(
    '/campaigns/:id/people',
    operations.importPeople,
    async ({ owner, params, query, body, raw }, reply) => {
      const { columns } = oneOfEach(query)
      const { socket } = raw
      const before = socket.timeout ?? 0
      socket.setTimeout(importTimeoutMs)
      reply.raw.once('finish', () => socket.setTimeout(before))
      const tally = await campaigns.import(owner.organization, params.id, body ?? nothing(), { columns })
      return sendJson(reply.code(202), JSON.stringify(tally))
    },
  )

  scope.post<{ Body: Readable | undefined; Querystring: ReadingParameters }>(
    '/lists/read',
    operations.readListBeginning,
    async ({ query, body }, reply) =>
      sendJson(reply, JSON.stringify(await readBeginning(body ?? nothing(), oneOfEach(query)))),
  )
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** What is read of campaigns: what was measured is in it to the last event. */
function readRoutes(scope: FastifyInstance, { campaigns, events }: CampaignRoutesOptions): void {
  scope.addHook('preHandler', async () => events.flush())

  scope.get<{ Querystring: CampaignListParameters }>(
    '/campaigns',
    operations.listCampaigns,
    async ({ owner, query }, reply) =>
      sendJson(reply, JSON.stringify(await campaigns.list(owner.organization, oneOfEach(query)))),
  )

  scope.get<Named>('/campaigns/:id', operations.getCampaign, async ({ owner, params }, reply) =>
    sendJson(reply, JSON.stringify(await campaigns.get(owner.organization, params.id))),
  )

  scope.get<Named & { Querystring: PeopleParameters }>(
    '/campaigns/:id/people',
    operations.listCampaignPeople,
    async ({ owner, params, query }, reply) => {
      const people = await campaigns.people(owner.organization, params.id, oneOfEach(query))
      return sendJson(reply, JSON.stringify(people))
    },
  )

  scope.get<Named>('/campaigns/:id/links.csv', operations.downloadLinks, async ({ owner, params }, reply) =>
    sendFile(reply, await campaigns.links(owner.organization, params.id)),
  )

  scope.get<Named>(
    '/campaigns/:id/results.csv',
    operations.downloadResults,
    async ({ owner, params }, reply) =>
      sendFile(reply, await campaigns.results(owner.organization, params.id)),
  )

  scope.get<Named>('/campaigns/:id/gaps', operations.listGaps, async ({ owner, params }, reply) => {
    const gaps = await campaigns.gaps(owner.organization, params.id)
    return sendJson(reply, JSON.stringify({ gaps }))
  })

  scope.get<Named>('/campaigns/:id/blanks', operations.listBlanks, async ({ owner, params }, reply) => {
    const blanks = await campaigns.blanks(owner.organization, params.id)
    return sendJson(reply, JSON.stringify({ blanks }))
  })
}

function sendFile(reply: FastifyReply, { name, text }: CampaignFile): FastifyReply {
  reply.header('Content-Disposition', `attachment; filename="${name}"`)
  return reply.type('text/csv; charset=utf-8; header=present').send(text)
}
