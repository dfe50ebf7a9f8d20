import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { readListPart, readPage } from '../base/http/list-page.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { parseObject } from '../base/words/json.ts'
import { enqueueRegenerations } from '../content/generation-sql.ts'
import type { PageRecords } from '../content/record-cache.ts'
import { setReview } from '../content/sql.ts'
import { assertListBytes } from '../prospects/lists/spool-list.ts'
import type { Templates } from '../templates/templates.ts'
import { acceptUtm, type Campaigns, readName } from './campaigns.ts'
import type { FileKind } from './files/files-out.ts'
import { type LineNumber, mendLine, putLineAside } from './import/mend-line.ts'
import { readBeginning } from './import/read-beginning.ts'
import { recallCorrections } from './import/sql.ts'
import { readGroups } from './lift/sql.ts'
import { campaignOperations as operations } from './operations.ts'
import { positionOf, readPeopleQuery, toPerson } from './people/people.ts'
import { listDomains, listPlaces, type PlaceRow } from './people/sql.ts'
import { countReviews } from './review/sql.ts'
import {
  type CampaignKey,
  type CampaignRow,
  deleteCampaign,
  describeCampaign,
  describeCampaigns,
  findKnownCampaign,
  listCampaigns,
  throwUnknownCampaign,
  updateCampaign,
} from './sql.ts'

/** A list, and what has a campaign follow it from now on, if it is one of another system: `source`. */
interface FilledList {
  text: AsyncIterable<Uint8Array>
  source?: string
  follow(campaign: string): Promise<void>
}

interface CampaignRoutesOptions {
  db: Database
  jobs: Pick<Jobs, 'wake'>
  templates: Pick<Templates, 'getSound'>
  campaigns: Campaigns
  pages: Pick<PageRecords, 'forgetAll'>
  connections: { openList(organization: string, list: string, isPart: boolean): Promise<FilledList> }
}

type Asked = Pick<FastifyRequest, 'owner'> & { params: { id: string } }

/** Registers `/campaigns` and the paths below it, and `/lists/read`. */
export async function campaignRoutes(app: FastifyInstance, options: CampaignRoutesOptions): Promise<void> {
  const { db, jobs, templates, campaigns, pages } = options
  const find = (request: Asked) => findKnownCampaign(db, campaignOf(request))

  async function toPeople(key: CampaignKey, row: CampaignRow, places: PlaceRow[]) {
    const template = await templates.getSound(key.organization, row.template)
    const domains = places.some(({ text }) => text !== null) ? await listDomains(db, key) : []
    return places.map((place) => toPerson(place, row, template, domains))
  }

  serve(app, operations.createCampaign, (request) =>
    campaigns.create(request.owner, request.body, (trx, made) => request.remember(trx, made)),
  )

  serve(app, operations.listCampaigns, async ({ owner, query }) => {
    const { rows, ...more } = await readPage(
      readListPart(query),
      (wanted) => listCampaigns(db, owner.organization, wanted),
      ({ key, id }) => [key, id],
    )
    return { campaigns: await describeCampaigns(db, rows), ...more }
  })

  serve(app, operations.getCampaign, (request) => campaigns.get(campaignOf(request)))

  serve(app, operations.changeCampaign, async (request) => {
    const { name, status, control, utm } = request.body
    const row = await updateCampaign(db, campaignOf(request), {
      status,
      control,
      utm: utm && acceptUtm(utm),
      name: name === undefined ? undefined : readName(name),
    })
    // Its links may show something else.
    if (status !== undefined) pages.forgetAll()
    return describeCampaign(db, row)
  })

  serve(app, operations.deleteCampaign, async (request) => {
    await deleteCampaign(db, campaignOf(request))
    pages.forgetAll()
    jobs.wake('campaign')
  })

  serve(app, operations.regenerateCampaign, async (request) => {
    const row = await find(request)
    const campaign = await describeCampaign(db, row)
    await transact(db, async (trx) => {
      const isNotWritten = request.body.only === 'not-written'
      await enqueueRegenerations(trx, row.organization, { campaign: row.id }, isNotWritten)
      await request.remember(trx, campaign)
    })
    jobs.wake('regenerate')
    return campaign
  })

  serve(app, operations.getReview, async (request) => {
    const row = await find(request)
    return { ...(await countReviews(db, campaignOf(request))), ...(await readGroups(db, row)) }
  })

  serve(app, operations.reviewPeople, async (request) => {
    await find(request)
    const { review, ...reviewed } = request.body
    return transact(db, async (trx) => {
      const change = { changed: await setReview(trx, campaignOf(request), reviewed, review) }
      await request.remember(trx, change)
      return change
    })
  })

  serve(app, operations.listCampaignPeople, async (request) => {
    const row = await find(request)
    const key = campaignOf(request)
    const query = readPeopleQuery(request.query)
    const { rows, ...more } = await readPage(
      query,
      (wanted) => listPlaces(db, key, wanted),
      (place) => positionOf(query.sort, place),
    )
    return { people: await toPeople(key, row, rows), ...more }
  })

  serve(app, operations.mendLine, async (request) => {
    const row = await find(request)
    const campaign = campaignOf(request)
    const key = await mendLine(db, campaign, readLine(request), request.body)
    jobs.wake('campaign')
    const only = { key, sort: 'line', descending: false, limit: 1 } as const
    const [person] = await toPeople(campaign, row, await listPlaces(db, campaign, only))
    return person ?? throwUnknownCampaign()
  })

  serve(app, operations.setLineAside, (request) => putLineAside(db, campaignOf(request), readLine(request)))

  const sendFile = async (request: Asked, reply: FastifyReply, what: FileKind) => {
    const { name, text } = await campaigns.file(campaignOf(request), what)
    reply.header('Content-Disposition', `attachment; filename="${name}"`)
    return reply.type('text/csv; charset=utf-8; header=present').send(text)
  }
  serve(app, operations.downloadLinks, (request, reply) => sendFile(request, reply, 'links'))
  serve(app, operations.downloadResults, (request, reply) => sendFile(request, reply, 'results'))
  serve(app, operations.downloadProblems, (request, reply) => sendFile(request, reply, 'problems'))

  serve(app, operations.listGaps, async (request) => {
    const { gaps } = await campaigns.lacking(campaignOf(request))
    return { gaps }
  })
  serve(app, operations.listBlanks, async (request) => {
    const { blanks } = await campaigns.lacking(campaignOf(request))
    return { blanks }
  })

  serve(app, operations.listPictures, (request) => campaigns.pictures(campaignOf(request)))

  serve(app, operations.getLift, (request) => campaigns.lift(campaignOf(request)))

  await app.register(async (scope) => listRoutes(scope, options))
}

function campaignOf({ owner, params }: Asked): CampaignKey {
  return { organization: owner.organization, campaign: params.id }
}

type LineRequest = { params: { line: string }; query: { list?: string | undefined } }

/** What is no number names no line. */
function readLine({ params, query }: LineRequest): LineNumber {
  const read = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
  return { line: read(params.line), list: query.list === undefined ? undefined : read(query.list) }
}

type ListRequest = Pick<FastifyRequest, 'owner' | 'headers'> & { body: AsyncIterable<Uint8Array> | undefined }

/** A body that names a list is shorter. */
const mostNameBytes = 1000

/** How long the response to a list may take after the list has arrived. */
const importTimeoutMs = 300_000

/** Registers `POST /campaigns/{id}/people` and `POST /lists/read`, which read a list as it arrives. */
function listRoutes(scope: FastifyInstance, { db, campaigns, connections }: CampaignRoutesOptions): void {
  scope.removeAllContentTypeParsers()
  // A list that is refused in its midst leaves the rest to the server, which reads on: see `drainRefusedBodies`.
  scope.addContentTypeParser('*', (_request, body, done) =>
    done(null, body.iterator({ destroyOnReturn: false })),
  )
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) =>
    done(
      new ApiError(
        41500,
        'Send the list itself as the body, not as a form: with curl, --data-binary @people.csv.',
      ),
    ),
  )
  // A list takes its time. One that says itself that it is too large is refused before it is read.
  scope.addHook('preHandler', async ({ headers, raw: { socket } }, reply) => {
    assertListBytes(Number(headers['content-length'] ?? 0))
    const before = socket.timeout ?? 0
    socket.setTimeout(importTimeoutMs)
    reply.raw.once('finish', () => socket.setTimeout(before))
  })

  /** The list in a body, or the one of HubSpot that it names: `{"hubspot":{"list":"12"}}`. */
  async function listIn({ owner, headers, body }: ListRequest, isPart = false): Promise<FilledList> {
    const isShort = Number(headers['content-length'] ?? mostNameBytes + 1) <= mostNameBytes
    if (body && !isShort) return { text: body, follow: async () => {} }
    const read = new Blob(body ? [await buffer(body)] : [])
    const { list } = (parseObject(await read.text())?.hubspot ?? {}) as { list?: unknown }
    if (list !== undefined) return connections.openList(owner.organization, String(list), isPart)
    return { text: read.stream(), follow: async () => {} }
  }

  serve(scope, operations.importPeople, async (request) => {
    const key = campaignOf(request)
    // Before anybody else is asked for the list.
    await findKnownCampaign(db, key)
    const { text, follow } = await listIn(request)
    const tally = await campaigns.import(key, text, request.query)
    await follow(key.campaign)
    return tally
  })

  serve(scope, operations.readListBeginning, async (request) => {
    const recall = (titles: readonly string[]) => recallCorrections(db, request.owner.organization, titles)
    const { text, source } = await listIn(request, request.query.part === 'true')
    return readBeginning(text, request.query, recall, source)
  })
}
