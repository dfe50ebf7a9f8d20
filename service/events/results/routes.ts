import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type CheckAccess, requireAccess } from '../../access/access.ts'
import type { Database } from '../../base/database/database.ts'
import { readPageQuery } from '../../base/http/list-page.ts'
import { addEtags } from '../../base/http/representation.ts'
import { ApiError } from '../../base/http/schemas/error-codes.ts'
import { serve } from '../../base/http/schemas/operation.ts'
import { isId } from '../../base/words/ids.ts'
import { findCampaign } from '../../campaigns/sql.ts'
import { type ContentRow, getContent } from '../../content/sql.ts'
import { type ItemNames, withName } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import { exportEvents, readTimeline, visitPosition } from '../visits.ts'
import { resultsOperations as operations, type Summary } from './operations.ts'
import { listRecords, recordsFile } from './record-list.ts'
import { readResults } from './summarise.ts'
import type { Tallies } from './tallies.ts'

interface ResultsRoutesOptions {
  db: Database
  templates: Templates
  tallies: Pick<Tallies, 'refresh'>
  checkAccess: CheckAccess
}

/** Registers `GET /results/…`: the figures as JSON, NDJSON and CSV, for the organization of the token. */
export async function resultsRoutes(app: FastifyInstance, options: ResultsRoutesOptions): Promise<void> {
  const { db, templates, tallies, checkAccess } = options
  await app.register(async (scope) => {
    requireAccess(scope, checkAccess)
    addEtags(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'private, no-cache')
    })
    scope.addHook('preHandler', async () => void (await tallies.refresh()))

    serve(scope, operations.listMeasuredRecords, async (request, reply) => {
      const { format = 'json', ...asked } = request.query
      if (format !== 'json' && format !== 'csv') throw new ApiError(40001, 'format must be json or csv.')
      const { organization } = request.owner
      const pageOf = async (name: string) => (await templates.get(organization, name))?.page
      if (format === 'json') return listRecords(db, organization, asked, pageOf)
      const file = recordsFile(db, organization, asked, pageOf)
      reply
        .header('Content-Disposition', 'attachment; filename="records.csv"')
        .type('text/csv; charset=utf-8')
      return reply.send(Readable.from(file, { objectMode: false }))
    })

    serve(scope, operations.getContentResults, async ({ owner: { organization }, params: { id } }) => {
      const { pattern, template } = await find(organization, id)
      const { records: _, ...results } = await readResults(db, organization, { content: id })
      return { content: id, pattern, ...named(results, await templates.namesOf(organization, template)) }
    })

    serve(scope, operations.exportEvents, async ({ owner: { organization }, params: { id } }, reply) => {
      await find(organization, id)
      reply.header('Content-Disposition', `attachment; filename="events-${id}.ndjson"`)
      reply.type('application/x-ndjson; charset=utf-8')
      return reply.send(exportEvents(db, organization, id))
    })

    serve(scope, operations.getTemplateResults, async ({ owner: { organization }, params: { name } }) => {
      if (name.includes('\0')) return throwUnknown('template has this name')
      const results = await readResults(db, organization, { template: name })
      const isThere = results.records > 0 || (await templates.get(organization, name))
      if (!isThere) return throwUnknown('template has this name')
      return { template: name, ...named(results, await templates.namesOf(organization, name)) }
    })

    serve(scope, operations.getCampaignResults, async ({ owner: { organization }, params: { id } }) => {
      const campaign = isId(id) && (await findCampaign(db, { organization, campaign: id }))
      if (!campaign) return throwUnknown('campaign has this id')
      const results = await readResults(db, organization, { campaign: id })
      return { campaign: id, ...named(results, await templates.namesOf(organization, campaign.template)) }
    })

    serve(scope, operations.listVisits, async ({ owner: { organization }, params: { id }, query }) => {
      const wanted = readPageQuery(query, visitPosition)
      const { template } = await find(organization, id)
      const names = await templates.namesOf(organization, template)
      return readTimeline(db, organization, id, { ...wanted, names })
    })
  })

  async function find(organization: string, id: string): Promise<ContentRow> {
    const record = isId(id) && (await getContent(db, organization, id))
    return record || throwUnknown('content has this id')
  }
}

/** Results with what people call the items. */
function named<Results extends Pick<Summary, 'items' | 'report'>>(
  results: Results,
  names: ItemNames,
): Results {
  return {
    ...results,
    items: results.items.map((item) => withName(item, names.analytics(item.id))),
    report: results.report.map((item) => withName(item, names.content(item))),
  }
}

function throwUnknown(what: string): never {
  throw new ApiError(40400, `No ${what}.`)
}
