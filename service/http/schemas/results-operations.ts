import { Type } from '@fastify/type-provider-typebox'
import { exportFormats } from '../../results/export.ts'
import { exported, figures } from './operation.ts'

const tag = 'Results'
const role = 'viewer' as const
const text = (description: string) => Type.Optional(Type.String({ description }))
const idOfContent = { id: Type.String({ description: 'ID of the content' }) }
const formats = Object.keys(exportFormats).map((name) => `\`${name}\``)
const limit = text('1 to 1000; 100 where it is left out')
const cursor = text('`next` of the answer before')

/** The operations below `/results`, which is beside `/v1`. */
export const resultsOperations = {
  listRecords: figures({
    operationId: 'listMeasuredRecords',
    tag,
    role,
    errors: [40001, 40400],
    summary: 'List content with who it is for and what came of it',
    querystring: Type.Object({
      search: text(
        'Beginnings of words of name, company, address and domain, or part of the template’s name',
      ),
      sort: text(
        '`name`, `template`, `created`, `visits`, `views`, `clicks` or `ms`, with `-` before it from the last to the first; `-created` where it is left out',
      ),
      prospect: text('Only that of the prospect with this ID'),
      id: text('Only that with this ID'),
      format: text('`json`, or `csv` for a spreadsheet'),
      limit,
      cursor,
    }),
    answers: one('MeasuredRecords'),
    files: ['text/csv'],
  }),
  getContentResults: figures({
    operationId: 'getContentResults',
    tag,
    role,
    params: idOfContent,
    summary: 'Get what was measured of one content',
    answers: one('ContentResults'),
  }),
  exportEvents: exported({
    operationId: 'exportEvents',
    tag,
    role,
    params: idOfContent,
    errors: [40001],
    summary: 'Download its events',
    querystring: Type.Object({ format: text(`${formats.join(' or ')}; else as \`Accept\` says`) }),
    files: Object.values(exportFormats).map(({ mediaType }) => mediaType.replace(/;.*/, '')),
  }),
  listVisits: figures({
    operationId: 'listVisits',
    tag,
    role,
    params: idOfContent,
    errors: [40001],
    summary: 'List its visits in the order in which they began, each with its events',
    querystring: Type.Object({ limit, cursor }),
    answers: one('Timeline'),
  }),
  getTemplateResults: figures({
    operationId: 'getTemplateResults',
    tag,
    role,
    params: { name: Type.String({ description: 'Name of the template' }) },
    summary: 'Get what was measured of all content of a template, summed',
    answers: one('TemplateResults'),
  }),
  getCampaignResults: figures({
    operationId: 'getCampaignResults',
    tag,
    role,
    params: { id: Type.String({ description: 'ID of the campaign' }) },
    summary: 'Get what was measured of all content of a campaign, summed',
    answers: one('CampaignResults'),
  }),
}

function one(name: string) {
  return { description: name, schema: { $ref: `${name}#` } }
}
