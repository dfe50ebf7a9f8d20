import type { FastifyInstance } from 'fastify'
import { act, answer, operationsOf, read, remove } from '../base/http/schemas/operation.ts'
import { arrayUnder, templateParams } from '../templates/operations.ts'
import type { Templates } from '../templates/templates.ts'
import type { EditingRoom } from './editing.ts'
import { EditorLink, EditorListing } from './link-schemas.ts'

/** The operations on links to the editor, and on who has it open. */
export const editLinkOperations = operationsOf('Template', {
  editTemplate: act({
    params: templateParams,
    role: 'editor',
    summary: 'A link to the page of the template that opens the editor there, once, within ten minutes',
    answers: answer(EditorLink),
    errors: [40003],
  }),
  listEditing: read({
    params: templateParams,
    role: 'viewer',
    summary: 'List who has the editor open on this template',
    answers: {
      description: 'Open sessions, the oldest first',
      schema: arrayUnder('sessions', EditorListing),
    },
  }),
  endEditing: remove({
    params: templateParams,
    role: 'editor',
    summary: 'End all sessions of the editor on this template, and its links that nobody has opened yet',
  }),
})

interface EditLinkRoutesOptions {
  templates: Templates
  editing: EditingRoom
}

interface ByName {
  Params: { name: string }
}

/** Registers `/templates/{name}/edit`: links that open the editor, and its sessions. */
export function editLinkRoutes(app: FastifyInstance, { templates, editing }: EditLinkRoutesOptions): void {
  app.post<ByName>('/templates/:name/edit', editLinkOperations.editTemplate, ({ owner, params }) =>
    editing.openLink(owner, params.name),
  )

  app.get<ByName>('/templates/:name/edit', editLinkOperations.listEditing, async ({ owner, params }) => {
    await templates.read(owner.organization, params.name)
    return { sessions: await editing.list(owner.organization, params.name) }
  })

  app.delete<ByName>(
    '/templates/:name/edit',
    editLinkOperations.endEditing,
    async ({ owner, params }, reply) => {
      await templates.read(owner.organization, params.name)
      await editing.endAll(owner.organization, params.name)
      return reply.code(204).send()
    },
  )
}
