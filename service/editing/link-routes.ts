import type { FastifyInstance } from 'fastify'
import { act, answer, operationsOf, read, remove } from '../base/http/schemas/operation.ts'
import { serve } from '../base/http/serve.ts'
import { arrayUnder, templateParams } from '../templates/operations.ts'
import type { Templates } from '../templates/templates.ts'
import type { EditingRoom } from './editing.ts'
import { EditorLink, EditorListing } from './link-schemas.ts'

/** The operations on links to the editor, and on who has it open. */
export const editLinkOperations = operationsOf('Template', {
  editTemplate: act({
    path: '/templates/:name/edit',
    params: templateParams,
    role: 'editor',
    summary: 'A link to the page of the template that opens the editor there, once, within ten minutes',
    answers: answer(EditorLink),
    errors: [40003],
  }),
  listEditing: read({
    path: '/templates/:name/edit',
    params: templateParams,
    role: 'viewer',
    summary: 'List who has the editor open on this template',
    answers: {
      description: 'Open sessions, the oldest first',
      schema: arrayUnder('sessions', EditorListing),
    },
  }),
  endEditing: remove({
    path: '/templates/:name/edit',
    params: templateParams,
    role: 'editor',
    summary: 'End all sessions of the editor on this template, and its links that nobody has opened yet',
  }),
})

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
