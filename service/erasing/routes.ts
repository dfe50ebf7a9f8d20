import type { FastifyInstance } from 'fastify'
import { answer, idOf, operationsOf, remove } from '../base/http/schemas/operation.ts'
import { serve } from '../base/http/serve.ts'
import type { Erasing } from './erasing.ts'
import { Erasure } from './erasure.ts'

/** The answers of the operations on erasing. */
export const erasingSchemas = [Erasure]

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

/** Registers `DELETE /prospects/{id}`. */
export function erasingRoutes(app: FastifyInstance, erasing: Erasing): void {
  serve(app, erasingOperations.eraseProspect, (request) =>
    erasing.eraseProspect(request.owner.organization, request.params.id),
  )
}
