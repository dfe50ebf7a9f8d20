import type { FastifyInstance } from 'fastify'
import { serve } from '../base/http/serve.ts'
import type { Templates } from '../templates/templates.ts'
import type { EditingRoom } from './editing.ts'
import { editLinkOperations } from './link-operations.ts'

interface EditLinkRoutesOptions {
  templates: Templates
  editing: EditingRoom
}

/** Registers `/templates/{name}/edit`: links that open the editor, and its sessions. */
export function editLinkRoutes(app: FastifyInstance, { templates, editing }: EditLinkRoutesOptions): void {
  serve(app, editLinkOperations.editTemplate, ({ owner, params }) => editing.openLink(owner, params.name))

  serve(app, editLinkOperations.listEditing, async ({ owner, params }) => {
    await templates.read(owner.organization, params.name)
    return { sessions: await editing.list(owner.organization, params.name) }
  })

  serve(app, editLinkOperations.endEditing, async ({ owner, params }, reply) => {
    await templates.read(owner.organization, params.name)
    await editing.endAll(owner.organization, params.name)
    return reply.code(204).send()
  })
}
