import type { FastifyInstance } from 'fastify'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { templateOperations as operations, type TemplateText } from './operations.ts'
import type { PageStates } from './page-states.ts'
import { isSameItem, type ReadTemplate, type TemplateItem, withName } from './template.ts'
import { tagFor } from './template-tag.ts'
import type { Templates } from './templates.ts'

interface TemplateRoutesOptions {
  templates: Templates
  pageStates: PageStates
  publicUrl: () => string
}

/** Registers `/templates`: the organization's templates, their versions, page checks and tags. */
export function templateRoutes(app: FastifyInstance, options: TemplateRoutesOptions): void {
  const { templates, pageStates, publicUrl } = options

  serve(app, operations.listTemplates, async ({ owner }) => ({
    templates: await templates.list(owner.organization),
  }))

  serve(app, operations.getTemplate, async ({ owner, params, query }) => {
    if (query.version !== undefined && !/^[0-9]{1,9}$/.test(query.version))
      throw new ApiError(40001, 'version: must be a whole number, such as 3.')
    const version = query.version === undefined ? undefined : Number(query.version)
    return textOf(await templates.read(owner.organization, params.name, version))
  })

  serve(app, operations.listTemplateVersions, async ({ owner, params }) => ({
    versions: await templates.versions(owner.organization, params.name),
  }))

  serve(app, operations.putTemplate, async ({ owner, params, body }) =>
    textOf(await templates.store(owner, params.name, body)),
  )

  serve(app, operations.deleteTemplate, ({ owner, params }) =>
    templates.remove(owner.organization, params.name),
  )

  serve(app, operations.getTemplateTag, async ({ owner, params }, reply) => {
    await templates.getOrExplain(owner.organization, params.name)
    return reply.type('text/plain; charset=utf-8').send(`${await tagFor(publicUrl())}\n`)
  })

  serve(app, operations.checkTemplatePage, async ({ owner, params }) => {
    const template = await templates.getOrExplain(owner.organization, params.name)
    const key = { organization: owner.organization, template: params.name }
    const { page, problem, html, items } = await pageStates.check(key, template)
    if (problem !== undefined) return { page, problem, items: template.content.map(toItem) }
    const found = items.map(({ since, usual, ...each }) => each)
    const foundOf = (item: TemplateItem) => found.find((each) => isSameItem(each, item))
    return {
      page,
      ...html,
      items: template.content.map((item, index) => ({ ...foundOf(item), ...toItem(item, index) })),
    }
  })
}

function textOf({ template, updatedAt, ...text }: ReadTemplate): TemplateText {
  return text
}

function toItem({ name, selector, type }: TemplateItem, index: number) {
  return withName({ index, selector, type }, name)
}

/** Registers `GET /tag`: the tag to paste, as text. A `?template=` changes nothing. */
export function tagRoutes(
  app: FastifyInstance,
  { publicUrl }: Pick<TemplateRoutesOptions, 'publicUrl'>,
): void {
  app.get('/tag', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(`${await tagFor(publicUrl())}\n`),
  )
}
