import type { FastifyInstance } from 'fastify'
import { serve } from '../base/http/schemas/operation.ts'
import { DomainError } from '../base/words/errors.ts'
import { withName } from './item-names.ts'
import { templateOperations as operations } from './operations.ts'
import type { ItemFindings } from './page-check.ts'
import type { PageState } from './page-state.ts'
import type { PageStates } from './page-states.ts'
import type { ItemOnPage } from './schemas.ts'
import type { Template } from './template.ts'
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

  serve(app, operations.getTemplate, ({ owner, params, query }) => {
    const version = query.version === undefined ? undefined : readVersion(query.version)
    return templates.read(owner.organization, params.name, version)
  })

  serve(app, operations.listTemplateVersions, async ({ owner, params }) => ({
    versions: await templates.versions(owner.organization, params.name),
  }))

  serve(app, operations.putTemplate, ({ owner, params, body }) => templates.store(owner, params.name, body))

  serve(app, operations.deleteTemplate, async ({ owner, params }, reply) => {
    await templates.remove(owner.organization, params.name)
    return reply.code(204).send()
  })

  serve(app, operations.getTemplateTag, async ({ owner, params }, reply) => {
    const template = await templates.getOrExplain(owner.organization, params.name)
    const tag = await tagFor(publicUrl(), await templates.hideOf(template))
    return reply.type('text/plain; charset=utf-8').send(`${tag}\n`)
  })

  serve(app, operations.checkTemplatePage, async ({ owner, params }) => {
    const template = await templates.getOrExplain(owner.organization, params.name)
    const key = { organization: owner.organization, template: params.name }
    const { found: check, state } = await pageStates.check(key, template)
    const { page, problem, hasTag, mayGetTag, isMadeByScripts, items = [] } = check
    return {
      page,
      ...(problem !== undefined && { problem }),
      ...(hasTag !== undefined && { hasTag }),
      ...(isMadeByScripts !== undefined && { isMadeByScripts }),
      ...(hasTag === false && mayGetTag && { mayGetTag: true as const }),
      items: itemsOnPage(template, items, state),
    }
  })
}

function readVersion(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new DomainError('invalid-field', 'version: must be a whole number, such as 3.')
}

/** The content items of a template, with what was found on its page. */
function itemsOnPage(
  { content }: Template,
  found: readonly ItemFindings[],
  { problem, items }: PageState,
): ItemOnPage[] {
  const byItem = new Map(found.map((elements) => [`${elements.type} ${elements.selector}`, elements]))
  const states = new Map(items.map(({ selector, type, state }) => [`${type} ${selector}`, state]))
  return content.map(({ name, selector, type }, index) => {
    const { own, matches } = byItem.get(`${type} ${selector}`) ?? {}
    const state = problem === undefined ? states.get(`${type} ${selector}`) : undefined
    const known = {
      ...(own !== undefined && { own }),
      ...(matches !== undefined && { matches }),
      ...(state && state !== 'found' && { state }),
    }
    return withName({ index, selector, type, ...known }, name)
  })
}

/** Registers `GET /tag?template=NAME`: the tag to paste, as text. Without a name, the simplest tag. */
export function tagRoutes(
  app: FastifyInstance,
  { templates, publicUrl }: { templates: Templates; publicUrl: () => string },
): void {
  app.get<{ Querystring: Record<string, unknown> }>('/tag', async ({ query }, reply) => {
    const name = query.template
    const template = name !== undefined ? await templates.getFile(String(name)) : undefined
    const tag = await tagFor(publicUrl(), template && (await templates.hideOf(template)))
    return reply.type('text/plain; charset=utf-8').header('Cache-Control', 'no-cache').send(`${tag}\n`)
  })
}
