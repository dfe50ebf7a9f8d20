import { type TObject, Type } from 'typebox'
import { arrayOf, optionalText, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, read, readFile, remove, replace } from '../base/http/schemas/operation.ts'
import { ListedTemplate, NewTemplateBody, PageCheck, SavedVersion, TemplateText } from './schemas.ts'

/** The parameter of a path that names a template. */
export const templateParams = { name: textField('Name of the template') }

/** The operations on templates. */
export const templateOperations = operationsOf('Template', {
  listTemplates: read({
    path: '/templates',
    role: 'viewer',
    summary: 'List the templates that the organization has: stored ones and files',
    answers: { description: 'Templates by name', schema: arrayUnder('templates', ListedTemplate) },
  }),
  getTemplate: read({
    path: '/templates/:name',
    params: templateParams,
    role: 'viewer',
    summary: 'Get a template, or an older version of it',
    querystring: Type.Object({ version: optionalText('An older version: a whole number') }),
    answers: answer(TemplateText),
    errors: [40001],
  }),
  listTemplateVersions: read({
    path: '/templates/:name/versions',
    params: templateParams,
    role: 'viewer',
    summary: 'List the versions of a stored template that are kept, the newest first',
    answers: { description: 'Versions', schema: arrayUnder('versions', SavedVersion) },
  }),
  putTemplate: replace({
    path: '/templates/:name',
    params: templateParams,
    role: 'editor',
    summary: 'Store the next version of a template',
    body: NewTemplateBody,
    answers: answer(TemplateText),
    errors: [40003, 40901],
  }),
  deleteTemplate: remove({
    path: '/templates/:name',
    params: templateParams,
    role: 'editor',
    summary: 'Delete a stored template; versions in use stay readable',
    errors: [40003],
  }),
  getTemplateTag: readFile({
    files: ['text/plain'],
    path: '/templates/:name/tag',
    params: templateParams,
    role: 'viewer',
    summary: 'The tag to paste into the page of the template',
    description: 'The tag',
    errors: [40003],
  }),
  checkTemplatePage: read({
    path: '/templates/:name/page',
    params: templateParams,
    role: 'viewer',
    summary: 'Whether the page has the tag, and how many elements each selector matches',
    answers: answer(PageCheck),
    errors: [40003],
  }),
})

/** An answer with a list of a component under one field. */
export function arrayUnder<Field extends string, T extends TObject>(field: Field, of: T) {
  const fields = { [field]: arrayOf(of) } as Record<Field, ReturnType<typeof arrayOf<T>>>
  return Type.Object(fields, { additionalProperties: false })
}
