import { type Static, Type } from '@fastify/type-provider-typebox'
import { component, dateTimeField, oneOf, optionalText, textField } from '../base/http/schemas/fields.ts'

const position = (description: string) => Type.Integer({ minimum: 1, description })

const problem = component('Problem', {
  line: position('Line, from 1'),
  column: position('Column, from 1'),
  message: textField('What is wrong, and what to write instead'),
})

const templateFields = {
  name: textField('Name of the template'),
  source: oneOf(['file', 'stored'], 'A file of TEMPLATES_DIR, or stored by the organization'),
  version: Type.Integer({ minimum: 0, description: 'Version of a stored template; 0 of a file' }),
  problems: Type.Array(Type.Ref('Problem#'), { description: 'Empty where it is sound' }),
}

const template = component('Template', { ...templateFields, yaml: textField('The text, as it was stored') })

const listedTemplate = component('ListedTemplate', {
  ...templateFields,
  page: optionalText('Where links point'),
  languages: Type.Array(Type.String(), { description: 'Languages of its texts' }),
  updatedAt: dateTimeField('When it last changed'),
})

const templateVersion = component('TemplateVersion', {
  version: position('The version'),
  user: textField('User who stored it'),
  createdAt: dateTimeField('When it was stored'),
})

const preview = component('Preview', {
  content: Type.Array(Type.Ref('ContentItem#')),
  analytics: Type.Array(Type.Ref('AnalyticsItem#')),
  gaps: Type.Array(Type.Ref('Gap#'), {
    description: 'Items that are empty or fall back to their default',
  }),
})

const checkedSelector = component('CheckedSelector', {
  selector: Type.String(),
  matches: Type.Optional(Type.Integer({ minimum: 0, description: 'Left out where only a browser can tell' })),
  refusedBy: Type.Optional(
    Type.Array(Type.String(), { description: 'Names of elements among them that the item cannot change' }),
  ),
})

const pageCheck = component('PageCheck', {
  page: textField('The address of the page'),
  problem: optionalText('Why it could not be read; then the rest is left out'),
  hasTag: Type.Optional(Type.Boolean({ description: 'Whether its HTML has the tag of this service' })),
  isMadeByScripts: Type.Optional(
    Type.Boolean({ description: 'Scripts make most of the page: what they add is not counted' }),
  ),
  selectors: Type.Optional(Type.Array(Type.Ref('CheckedSelector#'))),
})

const editorLink = component('EditorLink', {
  url: textField('The page of the template, with a ticket in its fragment that works once'),
  expiresAt: dateTimeField('Until when it works'),
})

const editingSession = component('EditingSession', {
  user: textField('User who opened the editor'),
  begunAt: dateTimeField('When it was opened'),
  expiresAt: dateTimeField('When it ends by itself'),
})

/** The responses of the operations on templates. */
export const templateSchemas = [
  ...[problem, template, listedTemplate, templateVersion, preview, checkedSelector, pageCheck],
  ...[editorLink, editingSession],
]

const fields = Type.Object(
  Object.fromEntries(
    ['email', 'linkedin', 'name', 'company', 'role', 'industry', 'domain', 'profile'].map((name) => [
      name,
      Type.Optional(Type.String()),
    ]),
  ),
  {
    additionalProperties: true,
    description: 'Fields of a prospect, over those of `prospect` if both are given',
  },
)

/** Body of `PUT /templates/{name}`. */
export const NewTemplateBody = Type.Object({
  yaml: textField('The template'),
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 2,
      description: 'The version that it was made from, 0 for none: where another is the current one, 40901',
    }),
  ),
})

/** Body of `POST /templates/{name}/preview`. */
export const PreviewBody = Type.Object({
  prospect: optionalText('Prospect for whom it is shown'),
  fields: Type.Optional(fields),
  language: textField('A BCP 47 tag that the template offers'),
  yaml: optionalText('A template that is not stored yet; default: the current one of this name'),
})

export type NewTemplateBody = Static<typeof NewTemplateBody>
export type PreviewBody = Static<typeof PreviewBody>
