import { type Static, Type } from 'typebox'
import { slots } from '../../wire/targets.ts'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  kindsOf,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import {
  answer,
  operationsOf,
  read,
  readFile,
  remove,
  replace,
  write,
} from '../base/http/schemas/operation.ts'

const position = (description: string) => Type.Integer({ minimum: 1, description })

/** A fault of a template, with its place. */
export const Problem = component('Problem', {
  line: position('Line, from 1'),
  column: position('Column, from 1'),
  message: textField('What is wrong, and what to write instead'),
  warning: Type.Optional(Type.Literal(true, { description: 'It refuses nothing' })),
})
export type Problem = Static<typeof Problem>

const templateFields = {
  name: textField('Name of the template'),
  source: oneOf(['file', 'stored'], 'A file of TEMPLATES_DIR, or stored by the organization'),
  version: Type.Integer({ minimum: 0, description: 'Version of a stored template; 0 of a file' }),
  problems: arrayOf(Problem, 'If it is sound, only warnings'),
}

/** The text of a template, sound or broken. */
export const TemplateText = component('Template', {
  ...templateFields,
  yaml: textField('The text, as it was stored'),
})
export type TemplateText = Static<typeof TemplateText>

/** A template in the list of them. */
export const ListedTemplate = component('ListedTemplate', {
  ...templateFields,
  page: optionalText('Where links point'),
  languages: Type.Array(Type.String(), { description: 'Languages of its texts' }),
  updatedAt: dateTimeField('When it last changed'),
})
export type ListedTemplate = Static<typeof ListedTemplate>

/** A stored version that is kept. */
export const SavedVersion = component('TemplateVersion', {
  version: position('The version'),
  user: textField('User who stored it'),
  createdAt: dateTimeField('When it was stored'),
})
export type SavedVersion = Static<typeof SavedVersion>

/** What names an item of a template. */
export const itemFields = {
  index: countField('Position in the template, from 0'),
  name: optionalText('What people call it'),
  selector: textField('Its selector'),
  type: oneOf(kindsOf(slots), 'What it changes'),
}

const ItemOnPage = component('ItemOnPage', {
  ...itemFields,
  own: optionalText('The page’s own text, or the address of its picture or link'),
  matches: Type.Optional(Type.Integer({ minimum: 0, description: 'Left out if only a browser can tell' })),
  state: Type.Optional(
    oneOf(
      ['missing', 'several', 'unknown'],
      'It is not there; there are several where one was picked; or only a visit can tell. Left out if all is well',
    ),
  ),
})
export type ItemOnPage = Static<typeof ItemOnPage>

/** The result for a template's page: what was found, or why it could not be read. */
export const PageCheck = component('PageCheck', {
  page: textField('The address of the page'),
  problem: optionalText('Why it could not be read; then the rest is left out'),
  hasTag: Type.Optional(Type.Boolean({ description: 'Whether its HTML has the tag of this service' })),
  mayGetTag: Type.Optional(Type.Literal(true, { description: 'Scripts, or a tag manager, may add the tag' })),
  isMadeByScripts: Type.Optional(
    Type.Boolean({ description: 'Scripts make most of the page: what they add is not counted' }),
  ),
  items: arrayOf(ItemOnPage, 'The content items, in the order of the template'),
})
export type PageCheck = Static<typeof PageCheck>

/** A link to the editor. */
export const EditorLink = component('EditorLink', {
  url: textField('The page of the template, with a ticket in its fragment that works once'),
  expiresAt: dateTimeField('Until when it works'),
})
export type EditorLink = Static<typeof EditorLink>

/** Body of `PUT /templates/{name}`. */
export const NewTemplateBody = Type.Object({
  yaml: textField('The template'),
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 2,
      description: 'The version that it was made from, 0 for none; if another is the current one, 40901',
    }),
  ),
})
export type NewTemplateBody = Static<typeof NewTemplateBody>

/** The parameter of a path that names a template. */
export const templateParams = { name: textField('Name of the template') }

const seen = { role: 'viewer', params: templateParams } as const
const changed = { role: 'editor', params: templateParams } as const

/** The operations on templates. */
export const templateOperations = operationsOf('Template', {
  listTemplates: read({
    path: '/templates',
    role: 'viewer',
    summary: 'List the templates that the organization has: stored ones and files',
    answers: {
      description: 'Templates by name',
      schema: Type.Object({ templates: arrayOf(ListedTemplate) }),
    },
  }),
  getTemplate: read({
    path: '/templates/:name',
    ...seen,
    summary: 'Get a template, or an older version of it',
    querystring: Type.Object({ version: optionalText('An older version: a whole number') }),
    answers: answer(TemplateText),
    errors: [40001],
  }),
  listTemplateVersions: read({
    path: '/templates/:name/versions',
    ...seen,
    summary: 'List the versions of a stored template that are kept, the newest first',
    answers: { description: 'Versions', schema: Type.Object({ versions: arrayOf(SavedVersion) }) },
  }),
  putTemplate: replace({
    path: '/templates/:name',
    ...changed,
    summary: 'Store the next version of a template',
    body: NewTemplateBody,
    answers: answer(TemplateText),
    errors: [40003, 40901],
  }),
  deleteTemplate: remove({
    path: '/templates/:name',
    ...changed,
    summary: 'Delete a stored template; versions in use stay readable',
    errors: [40003],
  }),
  getTemplateTag: readFile({
    files: ['text/plain'],
    path: '/templates/:name/tag',
    ...seen,
    summary: 'The tag to paste, the same for every page and template',
    description: 'The tag',
    errors: [40003],
  }),
  editTemplate: write({
    path: '/templates/:name/edit',
    ...changed,
    summary: 'A link that opens the editor on the page, once, within ten minutes',
    answers: answer(EditorLink),
    errors: [40003],
  }),
  checkTemplatePage: read({
    path: '/templates/:name/page',
    ...seen,
    summary: 'Whether the page has the tag, and how many elements each selector matches',
    answers: answer(PageCheck),
    errors: [40003],
  }),
})
