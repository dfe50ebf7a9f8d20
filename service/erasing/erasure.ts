import { type Static, Type } from 'typebox'
import { component, dateTimeField, idField } from '../base/http/schemas/fields.ts'

/** The receipt of an erasing. It contains nothing personal. */
export const Erasure = component('Erasure', {
  prospect: Type.Optional(idField('ID of the prospect that was')),
  erasedAt: dateTimeField('Time of the erasing'),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'What was erased, and how much of it: `content`, `visits`, `events`, …',
  }),
})

export type Erasure = Static<typeof Erasure>
