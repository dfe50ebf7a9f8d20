import { textField } from '../base/http/schemas/fields.ts'
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
import { Content, ItemResetQuery, ItemWordsBody, NewContentBody, RecordItems } from './content.ts'

const itemParams = { id: idOf('content'), index: textField('Position of the item in the template, from 0') }

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
      params: { id: idOf('content') },
      answers: arrayOfOne(Content),
    }),
    deleteContent: remove({
      path: '/content/:id',
      role: 'editor',
      summary: 'Delete content, in any state, with its events and waiting callbacks',
      params: { id: idOf('content') },
    }),
  }),
  ...operationsOf('Review', {
    listContentItems: read({
      path: '/content/:id/items',
      role: 'viewer',
      summary: 'List the items of the template as this person has them, and who changed what',
      params: { id: idOf('content') },
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
      querystring: ItemResetQuery,
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
      params: { id: idOf('content') },
      answers: answer(Content),
    }),
  }),
}
