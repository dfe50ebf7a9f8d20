import type { FastifyInstance } from 'fastify'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { tagFor } from './tag.ts'
import type { Templates } from './templates.ts'

/** Registers `GET /tag?template=NAME`: the tag to paste, as text. Without a name, the simplest tag. */
export function tagRoutes(
  app: FastifyInstance,
  { templates, publicUrl }: { templates: Templates; publicUrl: () => string },
): void {
  app.get<{ Querystring: Record<string, unknown> }>('/tag', async ({ query }, reply) => {
    const name = query.template
    const template = typeof name === 'string' ? await templates.getFile(name) : undefined
    if (name !== undefined && !template) throw new ApiError(40400, 'There is no sound template of this name.')
    const tag = await tagFor(publicUrl(), template)
    return reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-cache').send(`${tag}\n`)
  })
}
