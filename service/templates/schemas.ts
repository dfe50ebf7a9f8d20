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
  isTagCurrent: Type.Optional(
    Type.Boolean({
      description: 'Whether that tag hides what the current version changes; left out without a tag',
    }),
  ),
  isMadeByScripts: Type.Optional(
    Type.Boolean({ description: 'Scripts make most of the page: what they add is not counted' }),
  ),
  selectors: Type.Optional(Type.Array(Type.Ref('CheckedSelector#'))),
})

/** The responses of the operations on templates. */
export const templateSchemas = [
  problem,
  template,
  listedTemplate,
  templateVersion,
  checkedSelector,
  pageCheck,
]

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

export type NewTemplateBody = Static<typeof NewTemplateBody>
