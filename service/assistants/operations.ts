import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  dateTimeField,
  idField,
  nextField,
  oneOf,
  optionalText,
  pageParameters,
  textField,
} from '../base/http/schemas/fields.ts'
import { answer, operationsOf, read } from '../base/http/schemas/operation.ts'
import { roles } from '../base/words/role.ts'

const AssistantAct = component('AssistantAct', {
  id: idField('Its ID'),
  at: dateTimeField('When'),
  user: textField('In whose name'),
  tool: textField('Which tool'),
  prospect: optionalText('ID of the prospect that it concerns'),
  content: optionalText('ID of the content'),
  item: optionalText('Position of the item whose words were changed'),
  campaign: optionalText('ID of the campaign'),
  template: optionalText('Name of the template'),
  version: Type.Optional(Type.Integer({ description: 'The version of the template that was saved' })),
})

const AssistantActs = component('AssistantActs', { acts: arrayOf(AssistantAct), next: nextField })

export type AssistantAct = Static<typeof AssistantAct>
export type AssistantActs = Static<typeof AssistantActs>

const Me = component('Me', {
  organization: textField('Organization'),
  user: textField('Name of the user'),
  role: oneOf(roles, 'What the token or session may do'),
})

/** What is asked about assistants beside their tools. */
export const assistantOperations = operationsOf('Assistant', {
  getMe: read({
    path: '/me',
    role: 'viewer',
    summary: 'Whose the token is, and what it may do',
    answers: answer(Me),
  }),
  listAssistantActs: read({
    path: '/assistants/acts',
    role: 'viewer',
    errors: [40001],
    summary: 'List what assistants changed, the latest first; kept for 90 days',
    querystring: Type.Object(pageParameters),
    answers: answer(AssistantActs),
  }),
})
