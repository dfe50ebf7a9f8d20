import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { serve } from '../base/http/schemas/operation.ts'
import { assertListBytes } from '../prospects/lists/spool-list.ts'
import type { CampaignFile } from './campaign-reports.ts'
import type { Campaigns } from './campaigns.ts'
import type { LineNumber } from './import/mend-line.ts'
import { listTypes, campaignOperations as operations } from './operations.ts'

interface CampaignRoutesOptions {
  campaigns: Campaigns
}

/** Registers `/campaigns` and the paths below it, and `/lists/read`. */
export async function campaignRoutes(app: FastifyInstance, options: CampaignRoutesOptions): Promise<void> {
  const { campaigns } = options
  serve(app, operations.createCampaign, (request) =>
    campaigns.create(request.owner, request.body, (trx, made) => request.remember(trx, made)),
  )

  serve(app, operations.changeCampaign, ({ owner, params, body }) =>
    campaigns.update(owner.organization, params.id, body),
  )

  serve(app, operations.deleteCampaign, async ({ owner, params }, reply) => {
    await campaigns.remove(owner.organization, params.id)
    return reply.code(204).send()
  })

  serve(app, operations.regenerateCampaign, (request, reply) => {
    reply.code(202)
    return campaigns.regenerate(request.owner.organization, request.params.id, (trx, campaign) =>
      request.remember(trx, campaign),
    )
  })

  serve(app, operations.reviewPeople, (request) => {
    const { owner, params, body } = request
    return campaigns.setReview(owner.organization, params.id, body, (trx, change) =>
      request.remember(trx, change),
    )
  })

  serve(app, operations.mendLine, ({ owner, params, query, body }) =>
    campaigns.mend(owner.organization, params.id, readLine(params.line, query.list), body),
  )

  serve(app, operations.setLineAside, async ({ owner, params, query }, reply) => {
    await campaigns.setAside(owner.organization, params.id, readLine(params.line, query.list))
    return reply.code(204).send()
  })

  await app.register(async (scope) => listRoutes(scope, campaigns))
  await app.register(async (scope) => readRoutes(scope, options))
}

/** What is no number names no line. */
function readLine(line: string, list: string | undefined): LineNumber {
  const read = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
  return { line: read(line), ...(list !== undefined && { list: read(list) }) }
}

/** How long the response to a list may take after the list has arrived. */
const importTimeoutMs = 300_000

/** Registers `POST /campaigns/{id}/people` and `POST /lists/read`, which read a list as it arrives. */
function listRoutes(scope: FastifyInstance, campaigns: Campaigns): void {
  scope.removeAllContentTypeParsers()
  // A list that is refused in its midst leaves the rest to the server, which reads on: see `drainRefusedBodies`.
  scope.addContentTypeParser([...listTypes], (_request, body, done) =>
    done(null, body.iterator({ destroyOnReturn: false })),
  )

  serve(
    scope,
    operations.importPeople,
    ({ owner, params, query: { columns }, body, headers, raw: { socket } }, reply) => {
      awaitList(headers, socket, reply)
      reply.code(202)
      return campaigns.import(owner.organization, params.id, body ?? nothing(), { columns })
    },
  )

  serve(scope, operations.readListBeginning, ({ owner, query, body, headers, raw: { socket } }, reply) => {
    awaitList(headers, socket, reply)
    return campaigns.readList(owner.organization, body ?? nothing(), query)
  })
}

/** Lets a list take its time. One that says itself that it is too large is refused before it is read. */
function awaitList(headers: IncomingHttpHeaders, socket: Socket, reply: FastifyReply): void {
  assertListBytes(Number(headers['content-length'] ?? 0))
  const before = socket.timeout ?? 0
  socket.setTimeout(importTimeoutMs)
  reply.raw.once('finish', () => socket.setTimeout(before))
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Registers the GET routes. */
function readRoutes(scope: FastifyInstance, { campaigns }: CampaignRoutesOptions): void {
  serve(scope, operations.listCampaigns, ({ owner, query }) => campaigns.list(owner.organization, query))

  serve(scope, operations.getCampaign, ({ owner, params }) => campaigns.get(owner.organization, params.id))

  serve(scope, operations.listCampaignPeople, ({ owner, params, query }) =>
    campaigns.people(owner.organization, params.id, query),
  )

  serve(scope, operations.getReview, ({ owner, params }) => campaigns.review(owner.organization, params.id))

  serve(scope, operations.downloadLinks, async ({ owner, params }, reply) =>
    sendFile(reply, await campaigns.links(owner.organization, params.id)),
  )

  serve(scope, operations.downloadResults, async ({ owner, params }, reply) =>
    sendFile(reply, await campaigns.results(owner.organization, params.id)),
  )

  serve(scope, operations.downloadProblems, async ({ owner, params }, reply) =>
    sendFile(reply, await campaigns.problems(owner.organization, params.id)),
  )

  serve(scope, operations.listGaps, async ({ owner, params }) => ({
    gaps: await campaigns.gaps(owner.organization, params.id),
  }))

  serve(scope, operations.listPictures, ({ owner, params }) =>
    campaigns.pictures(owner.organization, params.id),
  )

  serve(scope, operations.getLift, ({ owner, params }) => campaigns.lift(owner.organization, params.id))

  serve(scope, operations.listBlanks, async ({ owner, params }) => ({
    blanks: await campaigns.blanks(owner.organization, params.id),
  }))
}

function sendFile(reply: FastifyReply, { name, text }: CampaignFile): FastifyReply {
  reply.header('Content-Disposition', `attachment; filename="${name}"`)
  return reply.type('text/csv; charset=utf-8; header=present').send(text)
}
