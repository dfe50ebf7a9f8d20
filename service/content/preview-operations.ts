import { Type } from 'typebox'
import { optionalText, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, write } from '../base/http/schemas/operation.ts'
import { templateParams } from '../templates/operations.ts'
import { Preview } from './preview.ts'

const texts = Object.fromEntries(
  ['email', 'linkedin', 'name', 'company', 'role', 'industry', 'domain', 'profile'].map((name) => [
    name,
    Type.Optional(Type.String()),
  ]),
)

const fields = Type.Object(
  { ...texts, additional: Type.Optional(Type.Object({}, { additionalProperties: true })) },
  {
    additionalProperties: true,
    description: 'Fields of a prospect, over those of `prospect` if both are given',
  },
)

/** Body of `POST /templates/{name}/preview`. */
const PreviewBody = Type.Object({
  prospect: optionalText('Prospect for whom it is shown'),
  fields: Type.Optional(fields),
  language: textField('A BCP 47 tag that the template offers'),
  yaml: optionalText('A template that is not stored yet; default: the current one of this name'),
})

/** The operation that previews a template. */
export const previewOperations = operationsOf('Template', {
  previewTemplate: write({
    path: '/templates/:name/preview',
    params: templateParams,
    role: 'viewer',
    summary: 'What a record would have, without making one; no language model is asked',
    body: PreviewBody,
    answers: answer(Preview),
    errors: [40002, 40003, 40004],
  }),
})
