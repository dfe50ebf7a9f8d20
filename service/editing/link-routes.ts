import type { FastifyInstance } from 'fastify'
import { component, dateTimeField, textField } from '../base/http/schemas/fields.ts'
import { act, answer, operationsOf, read, remove } from '../base/http/schemas/operation.ts'
import { arrayUnder, templateParams } from '../templates/operations.ts'
import type { Templates } from '../templates/templates.ts'
import type { EditingRoom } from './editing.ts'

const editorLink = component('EditorLink', {
  url: textField('The page of the template, with a ticket in its fragment that works once'),
  expiresAt: dateTimeField('Until when it works'),
})

const editingSession = component('EditingSession', {
  user: textField('User who opened the editor'),
  begunAt: dateTimeField('When it was opened'),
  expiresAt: dateTimeField('When it ends by itself'),
})

/** The answers of the operations on links to the editor. */
export const editLinkSchemas = [editorLink, editingSession]

/** The operations on links to the editor, and on who has it open. */
export const editLinkOperations = operationsOf('Template', {
  editTemplate: act({
    params: templateParams,
    role: 'editor',
    summary: 'A link to the page of the template that opens the editor there, once, within ten minutes',
    answers: answer('EditorLink'),
    errors: [40003],
  }),
  listEditing: read({
    params: templateParams,
    role: 'viewer',
    summary: 'List who has the editor open on this template',
    answers: {
      description: 'Open sessions, the oldest first',
      schema: arrayUnder('sessions', 'EditingSession'),
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
