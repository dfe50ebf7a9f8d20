import { type Static, Type } from '@fastify/type-provider-typebox'
import { analyticsTypes } from '../../wire/event.ts'
import { tokenSchemas } from '../access/token-schemas.ts'
import { errorMeanings } from '../base/http/schemas/error-codes.ts'
import {
  component,
  dateTimeField,
  idField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import { campaignSchemas } from '../campaigns/schemas.ts'
import { resultsSchemas } from '../events/results-schemas.ts'
import { webhookSchemas } from '../messages/webhook-schemas.ts'
import { contentTypes } from '../templates/content-types.ts'
import { templateSchemas } from '../templates/schemas.ts'

const contentItem = component('ContentItem', {
  selector: textField('CSS selector of the target element'),
  type: oneOf(Object.keys(contentTypes), 'What of the target is changed'),
  payload: textField('What is put there'),
})

const analyticsItem = component('AnalyticsItem', {
  id: textField('ID of the analytics item'),
  selector: textField('CSS selector of the tracked element'),
  type: oneOf(Object.keys(analyticsTypes), 'Type of the analytics event'),
})

const content = component('Content', {
  id: idField('ID of the content'),
  pattern: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: 'Pattern to pass into the page' }),
  user: textField('User who created the content'),
  prospect: idField('Prospect for whom the content is created'),
  template: textField('Template used'),
  status: oneOf(['waiting', 'generating', 'completed'], 'Status of the content; it only moves forward'),
  language: textField('Language of the content: canonical BCP 47'),
  analytics: Type.Array(Type.Ref('AnalyticsItem#'), { description: 'Empty until completed' }),
  content: Type.Array(Type.Ref('ContentItem#'), { description: 'Empty until completed' }),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

const additional = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'Additional information about the prospect, given back as it came: at most 16 KiB of compact UTF-8 JSON and 5 levels, counting itself. Its name, company, role, industry, linkedin and domain, where text, win over what enrichment finds.',
  },
)

const prospect = component('Prospect', {
  id: idField('ID of the prospect'),
  status: oneOf(['enriching', 'enriched'], 'Status of the prospect'),
  email: optionalText('Email of the prospect'),
  additional: Type.Optional(additional),
  linkedin: optionalText('LinkedIn of the prospect'),
  name: optionalText('Name of the prospect; a company that is a prospect has none'),
  company: optionalText('Company of the prospect'),
  role: optionalText('Role in the company'),
  industry: optionalText('Industry of the company'),
  domain: optionalText('Domain of the company'),
  profile: optionalText('Combined profile of the prospect'),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

const prospectList = component('ProspectList', {
  prospects: Type.Array(Type.Ref('Prospect#'), {
    description: 'Newest first where nothing else is asked for',
  }),
  next: optionalText('The `cursor` that asks for those that follow; left out at the end'),
})

const erasure = component('Erasure', {
  prospect: Type.Optional(idField('ID of the prospect that was')),
  erasedAt: dateTimeField('Time of the erasing'),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'What was erased, and how much of it: `content`, `visits`, `events`, …',
  }),
})

const error = component('Error', {
  error: Type.Integer({
    format: 'int32',
    enum: Object.keys(errorMeanings).map(Number),
    description: 'HTTP status × 100 + n',
  }),
  message: textField('What to change'),
})

/** All components of the OpenAPI document. */
export const sharedSchemas = [
  contentItem,
  analyticsItem,
  content,
  prospect,
  prospectList,
  erasure,
  error,
  ...tokenSchemas,
  ...campaignSchemas,
  ...templateSchemas,
  ...webhookSchemas,
  ...resultsSchemas,
]

/** Body of `POST /content`. Unknown keys are ignored, here and below. */
export const NewContentBody = Type.Object({
  prospect: textField('Prospect for whom the content is created'),
  template: textField('Template used for the content'),
  language: textField('Language of the content: a BCP 47 tag that the template offers'),
  callback: Type.Optional(
    textField(
      'Absolute http or https URL of at most 2,048 characters, without user info, to be notified when the content is ready; not one of a private network',
    ),
  ),
})

/** Body of `POST /prospects`. */
export const NewProspectBody = Type.Object({
  email: textField('E-mail address with a dotted domain, at most 254 characters without the space around it'),
  additional: Type.Optional(additional),
  test: Type.Optional(
    Type.Boolean({
      description: 'A test prospect: no request leaves the machine for it, no search finds it',
    }),
  ),
})

/** Body of `POST /prospects/search`. */
export const SearchBody = Type.Object({
  domain: textField('Domain of the company, or a host or URL on it'),
  role: Type.Optional(
    Type.Object(
      {
        title: Type.Optional(Type.String()),
        department: Type.Optional(Type.String()),
        seniority: Type.Optional(Type.String()),
      },
      { additionalProperties: true, description: 'The role looked for; other keys are ignored' },
    ),
  ),
  titles: Type.Optional(
    Type.Array(Type.String(), { maxItems: 20, description: 'Titles looked for, any of them, best first' }),
  ),
  additional: Type.Optional(additional),
})

/** Query of `GET /prospects`. */
export const ProspectListQuery = Type.Object({
  email: optionalText('Only those of this e-mail address, in any case'),
  domain: optionalText('Only those of the company of this domain; a host or URL on it will do'),
  search: Type.Optional(
    textField(
      'Only those who have a word that begins so, for each word, in name, company, e-mail address or domain',
    ),
  ),
  sort: optionalText(
    '`created` or `name`, with `-` before it from the last to the first; by default `-created`',
  ),
  limit: optionalText('How many at most: 1 to 1000, by default 100'),
  cursor: optionalText('`next` of the answer before'),
})

export type NewContentBody = Static<typeof NewContentBody>
export type NewProspectBody = Static<typeof NewProspectBody>
export type SearchBody = Static<typeof SearchBody>
