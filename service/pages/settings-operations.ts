import { Type } from 'typebox'
import { operationsOf, read } from '../base/http/schemas/operation.ts'

/** The operation on settings. */
export const settingsOperations = operationsOf('Access', {
  getSettings: read({
    path: '/settings',
    role: 'viewer',
    summary: 'Get what the service is set to',
    answers: {
      description: 'Settings by the names of their variables, without secrets; null for what is not set',
      schema: Type.Unsafe<Record<string, string | number | null>>({
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'null'] },
      }),
    },
  }),
})
