import { type Static, Type } from 'typebox'
import { analyticsTypes } from '../../wire/event.ts'
import { slots } from '../../wire/targets.ts'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  idField,
  kindsOf,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import {
  answer,
  arrayOfOne,
  create,
  idOf,
  operationsOf,
  read,
  remove,
  replace,
} from '../base/http/schemas/operation.ts'
import { itemFields } from '../templates/operations.ts'

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

const RecordItem = Type.Object({
  ...itemFields,
  payload: optionalText('What the page gets; empty or left out, it keeps its own'),
  made: optionalText('What the template makes'),
  changedBy: optionalText('User who changed it for this person; then `payload` is theirs'),
  changedAt: Type.Optional(dateTimeField('When')),
})

const WordsChange = Type.Object({
  ...itemFields,
  index: Type.Optional(countField('Its position; left out if it is not in the template any more')),
  payload: textField('The words, empty for the page’s own'),
  user: textField('User who changed it'),
  changedAt: dateTimeField('When'),
})

export const RecordItems = component('RecordItems', {
  items: Type.Array(RecordItem, { description: 'All items of the template, in its order' }),
  changes: Type.Array(WordsChange, {
    description: 'Who changed what of this person’s page, the latest first',
  }),
})

export type RecordItems = Static<typeof RecordItems>

const ItemWordsBody = Type.Object({
  payload: textField(
    'Plain words, an address or HTML, as the item’s type has it; no Liquid. Empty leaves the page’s own',
  ),
})

/** Body of `POST /content`. Unknown keys are ignored, here and below. */
const NewContentBody = Type.Object({
  prospect: textField('Prospect for whom the content is created'),
  template: textField('Template used for the content'),
  language: textField('Language of the content: a BCP 47 tag that the template offers'),
  callback: Type.Optional(
    textField(
      'Absolute http or https URL of at most 2,048 characters, without user info, to be notified when the content is ready; not one of a private network',
    ),
  ),
})

/** What a client sends to create a content record, checked. */
export type WantedContent = Omit<Static<typeof NewContentBody>, 'callback'> & {
  callback?: string | undefined
}

const params = { id: idOf('content') }
const itemParams = { ...params, index: textField('Position of the item in the template, from 0') }

/** The operations on content. */
export const contentOperations = {
  ...operationsOf('Content', {
    createContent: create({
      path: '/content',
      role: 'editor',
      summary: 'Create content',
      body: NewContentBody,
      answers: answer(Content),
      errors: [40002, 40003, 40004, 40005],
    }),
    getContent: read({
      path: '/content/:id',
      role: 'viewer',
      summary: 'Get content',
      params,
      answers: arrayOfOne(Content),
    }),
    deleteContent: remove({
      path: '/content/:id',
      role: 'editor',
      summary: 'Delete content, in any state, with its events and waiting callbacks',
      params,
    }),
  }),
  ...operationsOf('Review', {
    listContentItems: read({
      path: '/content/:id/items',
      role: 'viewer',
      summary: 'List the items of the template as this person has them, and who changed what',
      params,
      answers: answer(RecordItems),
    }),
    putContentItem: replace({
      path: '/content/:id/items/:index',
      role: 'editor',
      summary: 'Change an item for this person alone, through regeneration and new versions',
      params: itemParams,
      body: ItemWordsBody,
      answers: answer(Content),
      errors: [40901, 40902],
    }),
    resetContentItem: remove({
      path: '/content/:id/items/:index',
      role: 'editor',
      summary: 'Give an item of this person the words of the template back',
      params: itemParams,
      answers: answer(Content),
      errors: [40901, 40902],
    }),
  }),
  ...operationsOf('Regeneration', {
    regenerateContent: create({
      status: 202,
      path: '/content/:id/regenerate',
      role: 'editor',
      summary: 'Generate content again from the current version of its template',
      params,
      answers: answer(Content),
    }),
  }),
}
