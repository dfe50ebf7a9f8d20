import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { type Content, contentOperations } from './content.ts'
import type { ContentRecords } from './content-records.ts'
import { type Previews, previewOperations } from './preview.ts'
import type { PageRecords } from './record-cache.ts'

/** Registers `POST /content`, `GET /content/{id}`, `DELETE /content/{id}` and `POST /content/{id}/regenerate`. */
export function contentRoutes(
  app: FastifyInstance,
  { content, pages }: { content: ContentRecords; pages: PageRecords },
): void {
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
    content.listItems(owner.organization, params.id),
  )

  serve(app, contentOperations.putContentItem, ({ owner, params, body }) =>
    content.setWords(owner, params.id, params.index, body.payload),
  )

  serve(app, contentOperations.resetContentItem, ({ owner, params }) =>
    content.setWords(owner, params.id, params.index, null),
  )

  serve(app, contentOperations.deleteContent, async ({ owner, params }) => {
    pages.forget(await content.remove(owner.organization, params.id))
  })

  serve(app, contentOperations.regenerateContent, (request) => {
    const remember = (trx: Database, found: Content) => request.remember(trx, found, found.prospect)
    return content.requestRegeneration(request.owner.organization, request.params.id, remember)
  })
}

/** Registers `POST /templates/{name}/preview`. */
export function previewRoutes(app: FastifyInstance, previews: Previews): void {
  serve(app, previewOperations.previewTemplate, ({ owner, params, body }) =>
    previews.make(owner.organization, params.name, body),
  )
}
