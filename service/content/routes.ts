import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { textField } from '../base/http/schemas/fields.ts'
import {
  answer,
  arrayOfOne,
  create,
  enqueue,
  idOf,
  operationsOf,
  read,
  remove,
  replace,
} from '../base/http/schemas/operation.ts'
import { serve } from '../base/http/serve.ts'
import { Content, ItemWordsBody, NewContentBody, RecordItems } from './content.ts'
import type { ContentRecords } from './content-records.ts'
import type { PageRecords } from './record-cache.ts'

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
      errors: [40902],
    }),
    resetContentItem: remove({
      path: '/content/:id/items/:index',
      role: 'editor',
      summary: 'Give an item of this person the words of the template back',
      params: itemParams,
      answers: answer(Content),
      errors: [40902],
    }),
  }),
  ...operationsOf('Regeneration', {
    regenerateContent: enqueue({
      path: '/content/:id/regenerate',
      role: 'editor',
      summary: 'Make content anew from the current version of its template',
      params: { id: idOf('content') },
      answers: answer(Content),
    }),
  }),
}

interface ContentRoutesOptions {
  content: ContentRecords
  pages: PageRecords
}

/** Registers `POST /content`, `GET /content/{id}`, `DELETE /content/{id}` and `POST /content/{id}/regenerate`. */
export function contentRoutes(app: FastifyInstance, { content, pages }: ContentRoutesOptions): void {
  serve(app, contentOperations.createContent, (request) => {
    const remember = (trx: Database, made: Content) => request.remember(trx, made, made.prospect)
    return content.create(request.owner, request.body, request.claim && remember)
  })

  serve(
    app,
    contentOperations.getContent,
    async ({ owner, params }): Promise<[Content]> => [await content.get(owner.organization, params.id)],
  )

  serve(app, contentOperations.listContentItems, ({ owner, params }) =>
    content.words.list(owner.organization, params.id),
  )

  serve(app, contentOperations.putContentItem, ({ owner, params, body }) =>
    content.words.set(owner, params.id, params.index, body.payload),
  )

  serve(app, contentOperations.resetContentItem, ({ owner, params }) =>
    content.words.set(owner, params.id, params.index, null),
  )

  serve(app, contentOperations.deleteContent, async ({ owner, params }, reply) => {
    pages.forget(await content.remove(owner.organization, params.id))
    return reply.code(204).send()
  })

  serve(app, contentOperations.regenerateContent, (request, reply) => {
    reply.code(202)
    const remember = (trx: Database, found: Content) => request.remember(trx, found, found.prospect)
    return content.requestRegeneration(request.owner.organization, request.params.id, remember)
  })
}
