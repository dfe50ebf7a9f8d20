import { Readable } from 'node:stream'
import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { type CheckAccess, requireAccess } from '../access/access.ts'
import type { Database } from '../base/database/database.ts'
import { keyOf, type PageParameters, readPage, readPageQuery, readSort } from '../base/http/list-page.ts'
import { addEtags } from '../base/http/representation.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { searchWords } from '../base/words/text.ts'
import { findCampaign } from '../campaigns/sql.ts'
import { getContent } from '../content/sql.ts'
import { type ItemNames, withName } from '../templates/item-names.ts'
import type { Templates } from '../templates/templates.ts'
import { eventsOf } from './event-export-sql.ts'
import { type ListQuery, listRecords, recordSorts } from './record-list-sql.ts'
import { exportEvents } from './results/export.ts'
import { summariesFile, toSummaries } from './results/record-summary.ts'
import { readGroupResults, readRecordResults } from './results/summarise.ts'
import { readTimeline, readVisitQuery } from './results/timeline.ts'
import type { RecordSummary, Summary } from './results.ts'
import { resultsOperations as operations } from './results-operations.ts'
import { findMeasuredRecord } from './results-sql.ts'

interface ResultsRoutesOptions {
  db: Database
  templates: Templates
  checkAccess: CheckAccess
}

/** Registers `GET /results/…`: the figures as JSON, NDJSON and CSV, for the organization of the token. */
export async function resultsRoutes(app: FastifyInstance, options: ResultsRoutesOptions): Promise<void> {
  const { db, templates, checkAccess } = options
  await app.register(async (scope) => {
    requireAccess(scope, checkAccess)
    addEtags(scope)
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'private, no-cache')
    })

    serve(scope, operations.listMeasuredRecords, async (request, reply) => {
      const asked = oneOfEach(request.query)
      const format = listFormatOf(asked.format)
      const { organization } = request.owner
      const query = readListQuery(asked)
      if (format === 'json') return listPage(organization, query)
      reply
        .header('Content-Disposition', 'attachment; filename="records.csv"')
        .type('text/csv; charset=utf-8')
      const pages = listPages(organization, asked, asked.limit === undefined ? Infinity : query.limit)
      return reply.send(Readable.from(summariesFile(pages), { objectMode: false }))
    })

    serve(scope, operations.getContentResults, async (request) => {
      const { id } = request.params
      const results = isId(id) && (await readRecordResults(db, request.owner.organization, id))
      if (!results) return throwUnknown('content has this id')
      const content = await getContent(db, request.owner.organization, id)
      return named(results, await templates.namesOf(request.owner.organization, content?.template ?? ''))
    })

    serve(scope, operations.exportEvents, async (request, reply) => {
      const { id } = request.params
      const { organization } = request.owner
      const record = isId(id) && (await findMeasuredRecord(db, organization, id))
      if (!record) return throwUnknown('content has this id')
      reply.header('Content-Disposition', `attachment; filename="events-${id}.ndjson"`)
      reply.type('application/x-ndjson; charset=utf-8')
      return reply.send(exportEvents(eventsOf(db, organization, id)))
    })

    serve(scope, operations.getTemplateResults, async (request) => {
      const { name } = request.params
      const { organization } = request.owner
      if (name.includes('\0')) return throwUnknown('template has this name')
      const results = await readGroupResults(db, organization, { template: name })
      const isThere = results.records > 0 || (await templates.get(organization, name))
      if (!isThere) return throwUnknown('template has this name')
      return { template: name, ...named(results, await templates.namesOf(organization, name)) }
    })

    serve(scope, operations.getCampaignResults, async (request) => {
      const { id } = request.params
      const { organization } = request.owner
      const campaign = isId(id) && (await findCampaign(db, { organization, campaign: id }))
      if (!campaign) return throwUnknown('campaign has this id')
      const results = await readGroupResults(db, organization, { campaign: id })
      return { campaign: id, ...named(results, await templates.namesOf(organization, campaign.template)) }
    })

    serve(scope, operations.listVisits, async (request) => {
      const { id } = request.params
      const { organization } = request.owner
      const query = readVisitQuery(oneOfEach(request.query))
      const record = isId(id) && (await findMeasuredRecord(db, organization, id))
      if (!record) return throwUnknown('content has this id')
      const content = await getContent(db, organization, id)
      const names = await templates.namesOf(organization, content?.template ?? '')
      return readTimeline(db, organization, id, { ...query, names })
    })
  })

  async function listPage(
    organization: string,
    query: ListQuery,
  ): Promise<{ records: RecordSummary[]; next?: string }> {
    const { rows, ...more } = await readPage(
      query,
      (asked) => listRecords(db, organization, asked),
      ({ key, id }) => [key, id],
    )
    const pageOf = async (name: string) => (await templates.get(organization, name))?.page
    return { records: await toSummaries(rows, pageOf), ...more }
  }

  /** Pages of a list, from where the cursor says, until there are `most` records: a file has no cursor that leads on. */
  async function* listPages(
    organization: string,
    asked: ListParameters,
    most: number,
  ): AsyncGenerator<RecordSummary[]> {
    for (let left = most, cursor = asked.cursor; left > 0; ) {
      const limit = String(Math.min(left, recordsAtOnce))
      const { records, next } = await listPage(organization, readListQuery({ ...asked, limit, cursor }))
      yield records
      if (next === undefined) return
      left -= records.length
      cursor = next
    }
  }
}

/** How many records of a file are read at once. */
const recordsAtOnce = 1000

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

function listFormatOf(format = 'json'): 'json' | 'csv' {
  if (format === 'json' || format === 'csv') return format
  throw new ApiError(40001, 'format must be json or csv.')
}

function throwUnknown(what: string): never {
  throw new ApiError(40400, `No ${what}.`)
}

/** The parameters of a query, each once. One that occurs twice comes as an array; its first value is taken. */
function oneOfEach<T extends object>(query: T): T {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  ) as T
}

/** The parameters of `GET /results/content`, all optional. */
interface ListParameters extends PageParameters {
  id?: string
  /** Id of a prospect: only their records. */
  prospect?: string
  /** Name of a template: only its records. */
  template?: string
  /** `json`, the default, or `csv`. */
  format?: string
  search?: string
  /** A column, with `-` before it to sort downwards. Default `-created`. */
  sort?: string
}

const longestSearch = 200

/** The time is empty for the last visit of a record without one. */
const position = Type.Tuple([Type.Union([keyOf.time, Type.Literal('')]), keyOf.id])

/** Reads the parameters. Throws `invalid-field` with the name of the parameter. */
function readListQuery(asked: ListParameters): ListQuery {
  const { id, prospect, template, search = '' } = asked
  if (id !== undefined && !isId(id)) throw new DomainError('not-found', 'No content has this id.')
  if (prospect !== undefined && !isId(prospect))
    throw new DomainError('not-found', 'No prospect has this id.')
  const searched = search.replaceAll('\0', '').trim().slice(0, longestSearch)
  return {
    id,
    prospect,
    template: template?.replaceAll('\0', ''),
    words: searched ? searchWords(searched) : undefined,
    ...readSort(asked.sort ?? '-created', recordSorts),
    ...readPageQuery(asked, position),
  }
}
