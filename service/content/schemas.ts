import { type Static, Type } from '@fastify/type-provider-typebox'
import { analyticsTypes } from '../../wire/event.ts'
import { component, dateTimeField, idField, oneOf, textField } from '../base/http/schemas/fields.ts'
import { contentTypes } from '../templates/content-types.ts'

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

/** The answers of the operations on content. */
export const contentSchemas = [contentItem, analyticsItem, content]

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

export type NewContentBody = Static<typeof NewContentBody>
