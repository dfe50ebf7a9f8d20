import type { FastifyInstance } from 'fastify'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import type { Previews } from '../content/preview.ts'
import type { EditingRoom } from '../editing/editing.ts'
import { tagFor } from '../pages/tag.ts'
import { templateOperations as operations } from './operations.ts'
import type { PageChecks } from './page-checks.ts'
import type { NewTemplateBody, PreviewBody } from './schemas.ts'
import type { Templates } from './templates.ts'

interface TemplateRoutesOptions {
  templates: Templates
  previews: Previews
  editing: EditingRoom
  pageChecks: PageChecks
  publicUrl: () => string
}

interface ByName {
  Params: { name: string }
}

/** Registers `/templates`: the organization's templates, their versions, previews and tags. */
export function templateRoutes(app: FastifyInstance, options: TemplateRoutesOptions): void {
  const { templates, previews, pageChecks, publicUrl } = options

  app.get('/templates', operations.listTemplates, async ({ owner }) => ({
    templates: await templates.list(owner.organization),
  }))

  app.get<ByName & { Querystring: { version?: string } }>(
    '/templates/:name',
    operations.getTemplate,
    ({ owner, params, query }) => {
      const version = query.version === undefined ? undefined : Number(query.version)
      return templates.read(owner.organization, params.name, version)
    },
  )

  app.get<ByName>(
    '/templates/:name/versions',
    operations.listTemplateVersions,
    async ({ owner, params }) => ({
      versions: await templates.versions(owner.organization, params.name),
    }),
  )

  app.put<ByName & { Body: NewTemplateBody }>(
    '/templates/:name',
    operations.putTemplate,
    ({ owner, params, body }) => templates.store(owner, params.name, body),
  )

  app.delete<ByName>('/templates/:name', operations.deleteTemplate, async ({ owner, params }, reply) => {
    await templates.remove(owner.organization, params.name)
    return reply.code(204).send()
  })

  app.post<ByName & { Body: PreviewBody }>(
    '/templates/:name/preview',
    operations.previewTemplate,
    ({ owner, params, body, bodyText }) =>
      previews.make(owner.organization, params.name, { ...body, bodyText }),
  )

  editRoutes(app, options)

  app.get<ByName>('/templates/:name/tag', operations.getTemplateTag, async ({ owner, params }, reply) => {
    const template = await templates.get(owner.organization, params.name)
    if (!template) throw new ApiError(40400, 'There is no sound template of this name.')
    return reply.type('text/plain; charset=utf-8').send(`${await tagFor(publicUrl(), template)}\n`)
  })

  app.get<ByName>('/templates/:name/page', operations.checkTemplatePage, async ({ owner, params }) =>
    pageChecks.check(await templates.getOrExplain(owner.organization, params.name), publicUrl()),
  )
}

/** Registers `/templates/{name}/edit`: links that open the editor, and its sessions. */
function editRoutes(app: FastifyInstance, { templates, editing }: TemplateRoutesOptions): void {
  app.post<ByName>('/templates/:name/edit', operations.editTemplate, ({ owner, params }) =>
    editing.openLink(owner, params.name),
  )

  app.get<ByName>('/templates/:name/edit', operations.listEditing, async ({ owner, params }) => {
    await templates.read(owner.organization, params.name)
    return { sessions: await editing.list(owner.organization, params.name) }
  })

  app.delete<ByName>('/templates/:name/edit', operations.endEditing, async ({ owner, params }, reply) => {
    await templates.read(owner.organization, params.name)
    await editing.endAll(owner.organization, params.name)
    return reply.code(204).send()
  })
}
