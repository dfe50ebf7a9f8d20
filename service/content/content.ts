import { type Static, Type } from 'typebox'
import { analyticsTypes } from '../../wire/event.ts'
import { slots } from '../../wire/targets.ts'
import {
  arrayOf,
  component,
  dateTimeField,
  idField,
  kindsOf,
  oneOf,
  textField,
} from '../base/http/schemas/fields.ts'

/** The states of a content record, in their order; it never goes back. */
export const contentStatuses = ['waiting', 'generating', 'completed'] as const

export type ContentStatus = (typeof contentStatuses)[number]

/** Whether somebody has looked at a person's page and found it right. */
export const reviews = ['waiting', 'approved'] as const

export type Review = (typeof reviews)[number]

/** See `ContentItem` in `wire/record.ts`. */
export const contentItem = component('ContentItem', {
  selector: textField('CSS selector of the target element'),
  type: oneOf(kindsOf(slots), 'What of the target is changed'),
  payload: textField('What is put there'),
})

export const analyticsItem = component('AnalyticsItem', {
  id: textField('ID of the analytics item'),
  selector: textField('CSS selector of the tracked element'),
  type: oneOf(kindsOf(analyticsTypes), 'Type of the analytics event'),
})

/** The specification's Content, as the API and the callback send it. */
export const Content = component('Content', {
  id: idField('ID of the content'),
  pattern: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: 'Pattern to pass into the page' }),
  user: textField('User who created the content'),
  prospect: idField('Prospect for whom the content is created'),
  template: textField('Template used'),
  status: oneOf(contentStatuses, 'Status of the content; it only moves forward'),
  language: textField('Language of the content: canonical BCP 47'),
  analytics: arrayOf(analyticsItem, 'Empty until completed'),
  content: arrayOf(contentItem, 'Empty until completed'),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

export type Content = Static<typeof Content>

/** The answers of the operations on content. */
export const contentSchemas = [contentItem, analyticsItem, Content]

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

/** What a client sends to create a content record, checked. */
export type WantedContent = Omit<NewContentBody, 'callback'> & { callback?: string | undefined }
