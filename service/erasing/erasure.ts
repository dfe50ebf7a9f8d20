import { type Static, Type } from 'typebox'
import { component, dateTimeField, idField } from '../base/http/schemas/fields.ts'
import { answer, idOf, operationsOf, remove } from '../base/http/schemas/operation.ts'

/** The receipt of an erasing. It contains nothing personal. */
export const Erasure = component('Erasure', {
  prospect: Type.Optional(idField('ID of the prospect that was')),
  erasedAt: dateTimeField('Time of the erasing'),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'What was erased, and how much of it: `content`, `visits`, `events`, …',
  }),
  keptBy: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Who keeps a copy of the person, such as `HubSpot`: erase it there, too',
    }),
  ),
})

export type Erasure = Static<typeof Erasure>

/** The operation that erases a person. */
export const erasingOperations = operationsOf('People', {
  eraseProspect: remove({
    path: '/prospects/:id',
    role: 'admin',
    summary: 'Erase a person: the prospect and all that belongs to them, for good',
    params: { id: idOf('prospect') },
    answers: answer(Erasure, 'The receipt, which is kept'),
  }),
})
