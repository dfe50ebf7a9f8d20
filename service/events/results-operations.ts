import { Type } from 'typebox'
import { optionalText, pageParameters, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, read, readFile } from '../base/http/schemas/operation.ts'
import { CampaignResults, ContentResults, RecordPage, TemplateResults, VisitPage } from './results.ts'

const role = 'viewer' as const
const idOfContent = { id: textField('ID of the content') }

/** The operations below `/results`, which is beside `/v1`. */
export const resultsOperations = operationsOf('Results', {
  listMeasuredRecords: read({
    path: '/results/content',
    role,
    errors: [40001, 40400],
    summary: 'List content with who it is for and what came of it',
    querystring: Type.Object({
      search: optionalText('Beginnings of words of name, company, address and domain'),
      sort: optionalText(
        '`created` or `lastVisit`, with `-` before it from the last to the first; by default `-created`',
      ),
      prospect: optionalText('Only that of the prospect with this ID'),
      id: optionalText('Only that with this ID'),
      template: optionalText('Only that of the template with this name'),
      format: optionalText(
        '`json`, or `csv` for a spreadsheet, which has all of them unless `limit` says how many',
      ),
      ...pageParameters,
    }),
    answers: answer(RecordPage),
    files: ['text/csv'],
  }),
  getContentResults: read({
    path: '/results/content/:id',
    role,
    params: idOfContent,
    summary: 'Get what was measured of one content',
    answers: answer(ContentResults),
  }),
  exportEvents: readFile({
    path: '/results/content/:id/events',
    role,
    params: idOfContent,
    summary: 'Download its events, one JSON object a line',
    files: ['application/x-ndjson'],
  }),
  listVisits: read({
    path: '/results/content/:id/visits',
    role,
    params: idOfContent,
    errors: [40001],
    summary: 'List its visits in the order in which they began, each with its events',
    querystring: Type.Object(pageParameters),
    answers: answer(VisitPage),
  }),
  getTemplateResults: read({
    path: '/results/template/:name',
    role,
    params: { name: textField('Name of the template') },
    summary: 'Get what was measured of all content of a template, summed',
    answers: answer(TemplateResults),
  }),
  getCampaignResults: read({
    path: '/results/campaign/:id',
    role,
    params: { id: textField('ID of the campaign') },
    summary: 'Get what was measured of all content of a campaign, summed',
    answers: answer(CampaignResults),
  }),
})
