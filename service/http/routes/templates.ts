import type { FastifyInstance } from 'fastify'
import type { Previews } from '../../content/preview.ts'
import type { EditingRoom } from '../../editing/editing.ts'
import { tagFor } from '../../pages/tag.ts'
import type { PageChecks } from '../../templates/page-checks.ts'
import type { Templates } from '../../templates/templates.ts'
import { sendJson } from '../plugins/send-json.ts'
import { ApiError } from '../schemas/error-codes.ts'
import { templateOperations as operations } from '../schemas/template-operations.ts'
import type { NewTemplateBody, PreviewBody } from '../schemas/template-schemas.ts'

interface TemplateRoutesOptions {
  templates: Templates
  previews: Previews
  editing: EditingRoom
  pageChecks: PageChecks
  publicUrl: () => string
}

interface Named {
  Params: { name: string }
}

/** `/templates`: those that the organization has, their versions, previews and tags. */
export function templateRoutes(app: FastifyInstance, options: TemplateRoutesOptions): void {
  const { templates, previews, pageChecks, publicUrl } = options

  app.get('/templates', operations.listTemplates, async ({ owner }, reply) =>
    sendJson(reply, JSON.stringify({ templates: await templates.list(owner.organization) })),
  )

  app.get<Named & { Querystring: { version?: string } }>(
    '/templates/:name',
    operations.getTemplate,
    async ({ owner, params, query }, reply) => {
      const version = query.version === undefined ? undefined : Number(query.version)
      return sendJson(reply, JSON.stringify(await templates.read(owner.organization, params.name, version)))
    },
  )

  app.get<Named>(
    '/templates/:name/versions',
    operations.listTemplateVersions,
    async ({ owner, params }, reply) => {
      const versions = await templates.versions(owner.organization, params.name)
      return sendJson(reply, JSON.stringify({ versions }))
    },
  )

  app.put<Named & { Body: NewTemplateBody }>(
    '/templates/:name',
    operations.putTemplate,
    async ({ owner, params, body }, reply) =>
      sendJson(reply, JSON.stringify(await templates.store(owner, params.name, body))),
  )

  app.delete<Named>('/templates/:name', operations.deleteTemplate, async ({ owner, params }, reply) => {
    await templates.remove(owner.organization, params.name)
    return reply.code(204).send()
  })

  app.post<Named & { Body: PreviewBody }>(
    '/templates/:name/preview',
    operations.previewTemplate,
    async ({ owner, params, body, bodyText }, reply) => {
      const made = await previews.make(owner.organization, params.name, { ...body, bodyText })
      return sendJson(reply, JSON.stringify(made))
    },
  )

  editRoutes(app, options)

  app.get<Named>('/templates/:name/tag', operations.getTemplateTag, async ({ owner, params }, reply) => {
    const template = await templates.get(owner.organization, params.name)
    if (!template) throw new ApiError(40400, 'There is no sound template of this name.')
    return reply.type('text/plain; charset=utf-8').send(`${await tagFor(publicUrl(), template)}\n`)
  })

  app.get<Named>('/templates/:name/page', operations.checkTemplatePage, async ({ owner, params }, reply) => {
    const template = await templates.getOrExplain(owner.organization, params.name)
    return sendJson(reply, JSON.stringify(await pageChecks.check(template, publicUrl())))
  })
}

/** `/templates/{name}/edit`: links that open the editor, and its sessions. */
function editRoutes(app: FastifyInstance, { templates, editing }: TemplateRoutesOptions): void {
  app.post<Named>('/templates/:name/edit', operations.editTemplate, async ({ owner, params }, reply) => {
    const { url, expiresAt } = await editing.openLink(owner, params.name)
    return sendJson(reply, JSON.stringify({ url, expiresAt }))
  })

  app.get<Named>('/templates/:name/edit', operations.listEditing, async ({ owner, params }, reply) => {
    await templates.read(owner.organization, params.name)
    const sessions = await editing.list(owner.organization, params.name)
    return sendJson(reply, JSON.stringify({ sessions }))
  })

  app.delete<Named>('/templates/:name/edit', operations.endEditing, async ({ owner, params }, reply) => {
    await templates.read(owner.organization, params.name)
    await editing.endAll(owner.organization, params.name)
    return reply.code(204).send()
  })
}
