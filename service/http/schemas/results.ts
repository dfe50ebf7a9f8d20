import { Type } from '@fastify/type-provider-typebox'
import { analyticsTypes } from '../../../wire/event.ts'
import { contentTypes } from '../../templates/content-types.ts'
import { countField, dateTimeField, idField, oneOf, textField } from './fields.ts'

const next = Type.Optional(textField('Hand it in as `cursor` for what follows; left out at the end'))
const analyticsType = oneOf(Object.keys(analyticsTypes), 'What is measured')
const contentType = oneOf(Object.keys(contentTypes), 'What is changed')

const itemResults = Type.Object(
  {
    id: textField('Id of the analytics item'),
    selector: textField('Its selector'),
    type: analyticsType,
    visits: countField('Visits with at least one event of it'),
    events: countField('Its events'),
    ms: countField('Sum of its durations'),
    medianMs: countField('Median of its durations; 0 without data'),
  },
  { $id: 'ItemResults', additionalProperties: false },
)

const reportResults = Type.Object(
  {
    index: countField('Position of the content item'),
    selector: textField('Its selector'),
    type: contentType,
    applied: countField('Visits in which it was applied'),
    missing: countField('Visits in which nothing matched'),
    refused: countField('Visits in which it was not allowed, or did not load'),
    contested: countField('Visits in which the page wrote over it'),
  },
  { $id: 'ReportResults', additionalProperties: false },
)

const day = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'UTC, by the dates of the events' }),
    visits: countField('Visits that began on it'),
    views: countField('Views'),
    clicks: countField('Clicks'),
    ms: countField('Milliseconds of attention'),
  },
  { $id: 'DayResults', additionalProperties: false },
)

const summary = {
  visits: countField('Visits'),
  lost: countField('Events that were numbered and did not arrive'),
  items: Type.Array(Type.Ref('ItemResults#')),
  report: Type.Array(Type.Ref('ReportResults#')),
  days: Type.Array(Type.Ref('DayResults#'), { description: 'Days with figures, the first one first' }),
}

const ofRecord = Type.Object(
  { content: idField('ID of the content'), pattern: textField('Its pattern'), ...summary },
  { $id: 'ContentResults', additionalProperties: false },
)

const records = countField('Records that are summed')
const ofTemplate = Type.Object(
  { template: textField('Name of the template'), records, ...summary },
  { $id: 'TemplateResults', additionalProperties: false },
)
const ofCampaign = Type.Object(
  { campaign: idField('ID of the campaign'), records, ...summary },
  { $id: 'CampaignResults', additionalProperties: false },
)

const event = Type.Object(
  {
    seq: countField('Its number in its visit'),
    item: textField('Id of the analytics item'),
    type: analyticsType,
    date: dateTimeField('When it happened'),
    ms: Type.Optional(countField('Of a duration')),
    button: Type.Optional(oneOf(['primary', 'middle', 'key'], 'Of a click')),
  },
  { $id: 'VisitEvent', additionalProperties: false },
)

const visits = Type.Object(
  {
    content: idField('ID of the content'),
    visits: Type.Array(
      Type.Object(
        {
          visit: textField('Names the visit'),
          began: dateTimeField('When it began'),
          events: Type.Array(Type.Ref('VisitEvent#')),
        },
        { additionalProperties: false },
      ),
    ),
    next,
  },
  { $id: 'Timeline', additionalProperties: false },
)

const record = Type.Object(
  {
    id: idField('ID of the content'),
    prospect: textField('Name, company, e-mail or domain of the prospect, whichever is known first'),
    prospectId: idField('ID of the prospect'),
    name: Type.Optional(textField('Name')),
    email: Type.Optional(textField('Address')),
    company: Type.Optional(textField('Company')),
    template: textField('Template'),
    campaign: Type.Optional(
      Type.Object(
        { id: idField('Its ID'), name: textField('Its name') },
        {
          additionalProperties: false,
          description: 'The campaign that invites by it; left out where there is none',
        },
      ),
    ),
    language: textField('Language'),
    status: oneOf(['waiting', 'generating', 'completed'], 'Status of the content'),
    link: Type.Optional(textField('The link; left out where the template names no page')),
    firstVisitAt: Type.Optional(dateTimeField('When the first visit began')),
    lastVisitAt: Type.Optional(dateTimeField('When the last visit began')),
    visits: countField('Visits'),
    views: countField('Views'),
    clicks: countField('Clicks'),
    ms: countField('Milliseconds of attention'),
    lost: countField('Events that were numbered and did not arrive'),
    health: textField('Whether its items reach the page'),
    dropped: Type.Record(Type.String(), Type.Integer(), {
      description: 'Events that were dropped, by reason',
    }),
    createdAt: dateTimeField('Creation time'),
  },
  { $id: 'MeasuredRecord', additionalProperties: false },
)

const recordPage = Type.Object(
  { records: Type.Array(Type.Ref('MeasuredRecord#')), next },
  { $id: 'MeasuredRecords', additionalProperties: false },
)

/** What `/results/…` answers, by name: components of the OpenAPI document. */
export const resultsSchemas = [
  itemResults,
  reportResults,
  day,
  ofRecord,
  ofTemplate,
  ofCampaign,
  event,
  visits,
  record,
  recordPage,
]
