import { Type } from '@fastify/type-provider-typebox'
import { analyticsTypes } from '../../wire/event.ts'
import {
  component,
  countField,
  dateTimeField,
  idField,
  nextField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import { contentTypes } from '../templates/content-types.ts'

const analyticsType = oneOf(Object.keys(analyticsTypes), 'What is measured')
const contentType = oneOf(Object.keys(contentTypes), 'What is changed')

const itemResults = component('ItemResults', {
  id: textField('Id of the analytics item'),
  selector: textField('Its selector'),
  type: analyticsType,
  visits: countField('Visits with at least one event of it'),
  events: countField('Its events'),
  ms: countField('Sum of its durations'),
  medianMs: countField('Median of its durations; 0 without data'),
})

const reportResults = component('ReportResults', {
  index: countField('Position of the content item'),
  selector: textField('Its selector'),
  type: contentType,
  applied: countField('Visits in which it was applied'),
  missing: countField('Visits in which nothing matched'),
  refused: countField('Visits in which it was not allowed, or did not load'),
  contested: countField('Visits in which the page wrote over it'),
})

const day = component('DayResults', {
  day: Type.String({ format: 'date', description: 'UTC, by the dates of the events' }),
  visits: countField('Visits that began on it'),
  views: countField('Views'),
  clicks: countField('Clicks'),
  ms: countField('Milliseconds of attention'),
})

const summary = {
  visits: countField('Visits'),
  lost: countField('Events that were numbered and did not arrive'),
  items: Type.Array(Type.Ref('ItemResults#')),
  report: Type.Array(Type.Ref('ReportResults#')),
  days: Type.Array(Type.Ref('DayResults#'), { description: 'Days with figures, the first one first' }),
}

const ofRecord = component('ContentResults', {
  content: idField('ID of the content'),
  pattern: textField('Its pattern'),
  ...summary,
})

const records = countField('Records that are summed')
const ofTemplate = component('TemplateResults', {
  template: textField('Name of the template'),
  records,
  ...summary,
})
const ofCampaign = component('CampaignResults', {
  campaign: idField('ID of the campaign'),
  records,
  ...summary,
})

const event = component('VisitEvent', {
  seq: countField('Its number in its visit'),
  item: textField('Id of the analytics item'),
  type: analyticsType,
  date: dateTimeField('When it happened'),
  ms: Type.Optional(countField('Of a duration')),
  button: Type.Optional(oneOf(['primary', 'middle', 'key'], 'Of a click')),
})

const visits = component('Timeline', {
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
  next: nextField,
})

const record = component('MeasuredRecord', {
  id: idField('ID of the content'),
  prospect: textField('Name, company, e-mail or domain of the prospect, whichever is known first'),
  prospectId: idField('ID of the prospect'),
  name: optionalText('Name'),
  email: optionalText('Address'),
  company: optionalText('Company'),
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
  link: optionalText('The link; left out where the template names no page'),
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
})

const recordPage = component('MeasuredRecords', {
  records: Type.Array(Type.Ref('MeasuredRecord#')),
  next: nextField,
})

/** The responses of `/results/…`: components of the OpenAPI document. */
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
