import type { FastifyInstance } from 'fastify'
import type { ById } from '../base/http/by-id.ts'
import { answer, idOf, operationsOf, remove } from '../base/http/schemas/operation.ts'
import type { Erasing } from './erasing.ts'
import { Erasure } from './erasure.ts'

/** The answers of the operations on erasing. */
export const erasingSchemas = [Erasure]

/** The operation that erases a person. */
export const erasingOperations = operationsOf('People', {
  eraseProspect: remove({
    role: 'admin',
    summary: 'Erase a person: the prospect and all that belongs to them, for good',
    params: { id: idOf('prospect') },
    answers: answer(Erasure, 'The receipt, which is kept'),
  }),
})

/** Registers `DELETE /prospects/{id}`. */
export function erasingRoutes(app: FastifyInstance, erasing: Erasing): void {
  app.delete<ById>('/prospects/:id', erasingOperations.eraseProspect, (request) =>
    erasing.eraseProspect(request.owner.organization, request.params.id),
  )
}
