import type { FastifyInstance } from 'fastify'
import { acceptCallback } from '../api/callback.ts'
import { isId } from '../api/id.ts'
import { readLanguage } from '../api/language.ts'
import { assertOffered } from '../api/offer.ts'
import { operations } from '../api/operations.ts'
import { toContent } from '../api/represent.ts'
import type { NewContentBody } from '../api/schemas.ts'
import { ApiError } from '../errors.ts'
import { sendJson } from '../plugins/send-json.ts'
import type { Service } from '../service.ts'
import { createContent, deleteContent, getContent, type NewContent } from '../store/content.ts'
import type { Database } from '../store/database.ts'
import { getProspect } from '../store/prospects.ts'
import type { Owner } from '../store/tokens.ts'

/** `POST /content`, `GET /content/{id}`, `DELETE /content/{id}`. */
export function contentRoutes(app: FastifyInstance, service: Service): void {
  const { db } = service

  app.post<{ Body: NewContentBody }>('/content', operations.createContent, async (request, reply) => {
    const { organization } = request.owner
    const content = await acceptContent(service, request.owner, request.body)
    const make = async (trx: Database) => {
      const row = await createContent(trx, organization, content)
      if (!row) throw unknownProspect()
      const json = JSON.stringify(toContent(row))
      await request.remember(trx, json)
      return json
    }
    const answer = request.claim ? await db.transaction().execute(make) : await make(db)
    service.wakeWorkers()
    return sendJson(reply, answer)
  })

  app.get<{ Params: { id: string } }>('/content/:id', operations.getContent, async (request, reply) => {
    const { id } = request.params
    const row = isId(id) ? await getContent(db, request.owner.organization, id) : undefined
    if (!row) throw unknownContent()
    return sendJson(reply, JSON.stringify([toContent(row)]))
  })

  app.delete<{ Params: { id: string } }>('/content/:id', operations.deleteContent, async (request, reply) => {
    const { id } = request.params
    const pattern = isId(id) ? await deleteContent(db, request.owner.organization, id) : undefined
    if (pattern === undefined) throw unknownContent()
    service.pageRecords.forget(pattern)
    return reply.code(204).send()
  })
}

/** Checks what a new content record names. Throws 40001 to 40005. */
async function acceptContent(
  service: Service,
  { organization, user }: Owner,
  { prospect, template, language, callback }: NewContentBody,
): Promise<NewContent> {
  if (!isId(prospect) || !(await getProspect(service.db, organization, prospect))) throw unknownProspect()
  const tag = readLanguage(language)
  assertOffered(service, template, tag)
  const target = callback === undefined ? null : await acceptCallback(callback, service.config)
  return { user, prospect, template, language: tag, callback: target }
}

function unknownProspect(): ApiError {
  return new ApiError(40002, 'prospect: the organization has no prospect with this id.')
}

function unknownContent(): ApiError {
  return new ApiError(40400, 'No content has this id.')
}
