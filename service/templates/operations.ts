import { Type } from '@fastify/type-provider-typebox'
import { textField } from '../base/http/schemas/fields.ts'
import {
  act,
  answer,
  operationsOf,
  read,
  readPlainText,
  remove,
  write,
} from '../base/http/schemas/operation.ts'
import { NewTemplateBody, PreviewBody } from './schemas.ts'

const params = { name: textField('Name of the template') }

/** The operations on templates. */
export const templateOperations = operationsOf('Template', {
  listTemplates: read({
    role: 'viewer',
    summary: 'List the templates that the organization has: stored ones and files',
    answers: { description: 'Templates by name', schema: listOf('templates', 'ListedTemplate') },
  }),
  getTemplate: read({
    params,
    role: 'viewer',
    summary: 'Get a template, or an older version of it',
    querystring: Type.Object({ version: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })) }),
    answers: answer('Template'),
    errors: [40001],
  }),
  listTemplateVersions: read({
    params,
    role: 'viewer',
    summary: 'List the versions of a stored template that are kept, the newest first',
    answers: { description: 'Versions', schema: listOf('versions', 'TemplateVersion') },
  }),
  putTemplate: write({
    params,
    role: 'editor',
    summary: 'Store the next version of a template',
    body: NewTemplateBody,
    answers: answer('Template'),
    errors: [40003, 40901],
  }),
  deleteTemplate: remove({
    params,
    role: 'editor',
    summary: 'Delete a stored template; versions that records were made from stay readable',
    errors: [40003],
  }),
  previewTemplate: write({
    params,
    role: 'viewer',
    summary: 'What a record would have, without making one; no language model is asked',
    body: PreviewBody,
    answers: answer('Preview'),
    errors: [40002, 40003, 40004],
  }),
  editTemplate: act({
    params,
    role: 'editor',
    summary: 'A link to the page of the template that opens the editor there, once, within ten minutes',
    answers: answer('EditorLink'),
    errors: [40003],
  }),
  listEditing: read({
    params,
    role: 'viewer',
    summary: 'List who has the editor open on this template',
    answers: { description: 'Open sessions, the oldest first', schema: listOf('sessions', 'EditingSession') },
  }),
  endEditing: remove({
    params,
    role: 'editor',
    summary: 'End all sessions of the editor on this template, and its links that nobody has opened yet',
  }),
  getTemplateTag: readPlainText({
    params,
    role: 'viewer',
    summary: 'The tag to paste into the page of the template',
    description: 'The tag',
  }),
  checkTemplatePage: read({
    params,
    role: 'viewer',
    summary:
      'Ask for the page of the template: whether it has the tag, and how many elements each selector matches',
    answers: answer('PageCheck'),
    errors: [40003],
  }),
})

function listOf(field: string, name: string) {
  return Type.Object({ [field]: Type.Array(Type.Ref(`${name}#`)) }, { additionalProperties: false })
}
