import type { FastifyInstance } from 'fastify'
import type { ContentRecords } from '../../content/content-records.ts'
import type { Content } from '../../model/content.ts'
import type { PageRecords } from '../../pages/record-cache.ts'
import type { Database } from '../../store/database.ts'
import { sendJson } from '../plugins/send-json.ts'
import { operations } from '../schemas/operations.ts'
import type { NewContentBody } from '../schemas/schemas.ts'

interface ContentRoutesOptions {
  content: ContentRecords
  pages: PageRecords
}

/** `POST /content`, `GET /content/{id}`, `DELETE /content/{id}`, `POST /content/{id}/regenerate`. */
export function contentRoutes(app: FastifyInstance, { content, pages }: ContentRoutesOptions): void {
  app.post<{ Body: NewContentBody }>('/content', operations.createContent, async (request, reply) => {
    const remember = (trx: Database, made: Content) =>
      request.remember(trx, JSON.stringify(made), made.prospect)
    const made = await content.create(request.owner, request.body, request.claim && remember)
    return sendJson(reply, JSON.stringify(made))
  })

  app.get<{ Params: { id: string } }>('/content/:id', operations.getContent, async (request, reply) => {
    const found = await content.get(request.owner.organization, request.params.id)
    return sendJson(reply, JSON.stringify([found]))
  })

  app.delete<{ Params: { id: string } }>('/content/:id', operations.deleteContent, async (request, reply) => {
    pages.forget(await content.remove(request.owner.organization, request.params.id))
    return reply.code(204).send()
  })

  app.post<{ Params: { id: string } }>(
    '/content/:id/regenerate',
    operations.regenerateContent,
    async (request, reply) => {
      const { organization } = request.owner
      const remember = (trx: Database, made: Content) =>
        request.remember(trx, JSON.stringify(made), made.prospect)
      const found = await content.requestAnew(organization, request.params.id, request.claim && remember)
      return sendJson(reply.code(202), JSON.stringify(found))
    },
  )
}
