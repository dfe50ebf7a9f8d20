import type { FastifyInstance } from 'fastify'
import { tagFor } from './tag.ts'
import { ofFiles } from './template-files.ts'
import type { Templates } from './templates.ts'

/** Registers `GET /tag?template=NAME`: the tag to paste, as text. Without a name, the simplest tag. */
export function tagRoutes(
  app: FastifyInstance,
  { templates, publicUrl }: { templates: Templates; publicUrl: () => string },
): void {
  app.get<{ Querystring: Record<string, unknown> }>('/tag', async ({ query }, reply) => {
    const name = query.template
    const template = name !== undefined ? await templates.getFile(String(name)) : undefined
    const tag = await tagFor(publicUrl(), template && (await templates.hideOf(ofFiles, template)))
    return reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-cache').send(`${tag}\n`)
  })
}
