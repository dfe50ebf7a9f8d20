import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { ById } from '../base/http/by-id.ts'
import { component, dateTimeField, idField } from '../base/http/schemas/fields.ts'
import { answer, idOf, operationsOf, remove } from '../base/http/schemas/operation.ts'
import type { Erasing } from './erasing.ts'

const erasure = component('Erasure', {
  prospect: Type.Optional(idField('ID of the prospect that was')),
  erasedAt: dateTimeField('Time of the erasing'),
  erased: Type.Record(Type.String(), Type.Integer(), {
    description: 'What was erased, and how much of it: `content`, `visits`, `events`, …',
  }),
})

/** The answers of the operations on erasing. */
export const erasingSchemas = [erasure]

/** The operation that erases a person. */
export const erasingOperations = operationsOf('People', {
  eraseProspect: remove({
    role: 'admin',
    summary: 'Erase a person: the prospect and all that belongs to them, for good',
    params: { id: idOf('prospect') },
    answers: answer('Erasure', 'The receipt, which is kept'),
  }),
})

/** Registers `DELETE /prospects/{id}`. */
export function erasingRoutes(app: FastifyInstance, erasing: Erasing): void {
  app.delete<ById>('/prospects/:id', erasingOperations.eraseProspect, (request) =>
    erasing.eraseProspect(request.owner.organization, request.params.id),
  )
}
