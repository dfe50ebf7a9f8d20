import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { tagFor } from '../page/tag.ts'
import type { Service } from '../service.ts'

/** `GET /tag?template=NAME`: the tag to paste, as text; without a name the simplest one. */
export function tagRoutes(app: FastifyInstance, service: Service): void {
  app.get<{ Querystring: Record<string, unknown> }>('/tag', async ({ query }, reply) => {
    const name = query.template
    const template = typeof name === 'string' ? service.templates.get(name) : undefined
    if (name !== undefined && !template) throw new ApiError(40400, 'There is no sound template of this name.')
    const tag = await tagFor(service.publicUrl, template)
    return reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-cache').send(`${tag}\n`)
  })
}
