import { type Static, Type } from 'typebox'
import { analyticsTypes } from '../../../wire/event.ts'
import { slots } from '../../../wire/targets.ts'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  idField,
  kindsOf,
  nextField,
  oneOf,
  optionalText,
  pageParameters,
  textField,
} from '../../base/http/schemas/fields.ts'
import { answer, operationsOf, read, readFile } from '../../base/http/schemas/operation.ts'
import { contentStatuses } from '../../content/content.ts'
import { reasons, visitKinds } from '../visit-kind.ts'

const analyticsType = oneOf(kindsOf(analyticsTypes), 'What is measured')
const contentType = oneOf(kindsOf(slots), 'What is changed')

/** What visits did with one analytics item. */
export const ItemResults = component('ItemResults', {
  id: textField('Id of the analytics item'),
  name: optionalText('What people call it'),
  selector: textField('Its selector'),
  type: analyticsType,
  visits: countField('Visits with at least one event of it'),
  events: countField('Its events'),
  ms: countField('Sum of its durations'),
  medianMs: countField('Median of its durations; 0 without data'),
})

/** In how many visits a content item was applied, missing, refused, contested. */
export const ReportResults = component('ReportResults', {
  index: countField('Position of the content item'),
  name: optionalText('What people call it'),
  selector: textField('Its selector'),
  type: contentType,
  applied: countField('Visits in which it was applied'),
  missing: countField('Visits in which nothing matched'),
  refused: countField('Visits in which it was not allowed, or did not load'),
  contested: countField('Visits in which the page wrote over it'),
})

/** The figures of one day; days without any are left out. */
export const Day = component('DayResults', {
  day: Type.String({ format: 'date', description: 'UTC, by the dates of the events' }),
  visits: countField('Visits that began on it'),
  views: countField('Views'),
  clicks: countField('Clicks'),
  ms: countField('Milliseconds of attention'),
})

const Summary = Type.Object({
  visits: countField('Visits of people'),
  machines: countField('Visits by machines, which are in no other figure'),
  unsure: countField('Visits of which it is not known yet'),
  lost: countField('Events that were numbered and did not arrive'),
  items: arrayOf(ItemResults),
  report: arrayOf(ReportResults),
  days: arrayOf(Day, 'Days with figures, the first one first'),
})

export const ContentResults = component('ContentResults', {
  content: idField('ID of the content'),
  pattern: textField('Its pattern'),
  ...Summary.properties,
})

const records = countField('Records that are summed')
export const TemplateResults = component('TemplateResults', {
  template: textField('Name of the template'),
  records,
  ...Summary.properties,
})

export const CampaignResults = component('CampaignResults', {
  campaign: idField('ID of the campaign'),
  records,
  ...Summary.properties,
})

/** What a visitor did. */
export const VisitEvent = component('VisitEvent', {
  seq: countField('Its number in its visit'),
  item: textField('Id of the analytics item'),
  name: Type.Optional(textField('What people call the item, if the template says')),
  type: analyticsType,
  date: dateTimeField('When it happened'),
  ms: Type.Optional(countField('Of a duration')),
  button: Type.Optional(oneOf(['primary', 'middle', 'key'], 'Of a click')),
})

const RecordVisit = Type.Object(
  {
    visit: textField('Names the visit'),
    began: dateTimeField('When it began'),
    kind: oneOf(visitKinds, 'What it is taken to be; figures are of people alone'),
    why: oneOf(Object.values(reasons).flat(), 'What that is judged by'),
    events: arrayOf(VisitEvent),
  },
  { additionalProperties: false },
)

export const VisitPage = component('Timeline', {
  content: idField('ID of the content'),
  visits: Type.Array(RecordVisit),
  next: nextField,
})

/** A content record in the list of `GET /results/content`. */
export const RecordSummary = component('MeasuredRecord', {
  id: idField('ID of the content'),
  prospect: textField('Name, company, e-mail or domain of the prospect, whichever is known first'),
  prospectId: idField('ID of the prospect'),
  name: optionalText('Name'),
  email: optionalText('Address'),
  company: optionalText('Company'),
  template: textField('Template'),
  campaign: Type.Optional(
    Type.Object(
      {
        id: idField('Its ID'),
        name: textField('Its name'),
        open: Type.Boolean({ description: 'If not, the link shows the page as it is' }),
      },
      {
        additionalProperties: false,
        description: 'The campaign that invites by it; left out if there is none',
      },
    ),
  ),
  language: textField('Language'),
  status: oneOf(contentStatuses, 'Status of the content'),
  link: optionalText('The link; left out if the template names no page'),
  firstVisitAt: Type.Optional(dateTimeField('When the first visit began')),
  lastVisitAt: Type.Optional(dateTimeField('When the last visit began')),
  visits: countField('Visits of people'),
  machines: countField('Visits by machines, which are in no other figure'),
  unsure: countField('Visits of which it is not known yet'),
  views: countField('Views'),
  clicks: countField('Clicks'),
  ms: countField('Milliseconds of attention'),
  lost: countField('Events that were numbered and did not arrive'),
  createdAt: dateTimeField('Creation time'),
})

export const RecordPage = component('MeasuredRecords', { records: arrayOf(RecordSummary), next: nextField })

const recordsQuery = Type.Object({
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
})

export type ItemResults = Static<typeof ItemResults>
export type ReportResults = Static<typeof ReportResults>
export type Day = Static<typeof Day>
export type Summary = Static<typeof Summary>
export type TemplateResults = Static<typeof TemplateResults>
export type VisitEvent = Static<typeof VisitEvent>
export type RecordVisit = Static<typeof RecordVisit>
export type RecordSummary = Static<typeof RecordSummary>
export type RecordPage = Static<typeof RecordPage>
export type RecordsQuery = Static<typeof recordsQuery>

const role = 'viewer' as const
const idOfContent = { id: textField('ID of the content') }

/** The operations below `/results`, which is beside `/v1`. */
export const resultsOperations = operationsOf('Results', {
  listMeasuredRecords: read({
    path: '/results/content',
    role,
    errors: [40001, 40400],
    summary: 'List content with who it is for and what came of it',
    querystring: recordsQuery,
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
