import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import type { ById } from '../base/http/by-id.ts'
import { operations } from '../http/operations.ts'
import type { NewContentBody } from '../http/schemas.ts'
import type { Content } from './content.ts'
import type { ContentRecords } from './content-records.ts'
import type { PageRecords } from './record-cache.ts'

interface ContentRoutesOptions {
  content: ContentRecords
  pages: PageRecords
}

/** Registers `POST /content`, `GET /content/{id}`, `DELETE /content/{id}` and `POST /content/{id}/regenerate`. */
export function contentRoutes(app: FastifyInstance, { content, pages }: ContentRoutesOptions): void {
  app.post<{ Body: NewContentBody }>('/content', operations.createContent, (request) => {
    const remember = (trx: Database, made: Content) => request.remember(trx, made, made.prospect)
    return content.create(request.owner, request.body, request.claim && remember)
  })

  app.get<ById>('/content/:id', operations.getContent, async ({ owner, params }) => [
    await content.get(owner.organization, params.id),
  ])

  app.delete<ById>('/content/:id', operations.deleteContent, async ({ owner, params }, reply) => {
    pages.forget(await content.remove(owner.organization, params.id))
    return reply.code(204).send()
  })

  app.post<ById>('/content/:id/regenerate', operations.regenerateContent, (request, reply) => {
    reply.code(202)
    const remember = (trx: Database, found: Content) => request.remember(trx, found, found.prospect)
    return content.requestRegeneration(request.owner.organization, request.params.id, remember)
  })
}
