import { component, oneOf, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, read } from '../base/http/schemas/operation.ts'
import { roles } from '../base/words/role.ts'

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
})
