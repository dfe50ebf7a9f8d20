import { Type } from '@fastify/type-provider-typebox'
import { errorMeanings } from './error-codes.ts'
import { component, textField } from './fields.ts'

/** The body of every error, as the OpenAPI document has it. */
export const errorSchema = component('Error', {
  error: Type.Integer({
    format: 'int32',
    enum: Object.keys(errorMeanings).map(Number),
    description: 'HTTP status × 100 + n',
  }),
  message: textField('What to change'),
})
