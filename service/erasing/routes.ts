import type { FastifyInstance } from 'fastify'
import { serve } from '../base/http/serve.ts'
import type { Erasing } from './erasing.ts'
import { erasingOperations } from './erasure.ts'

/** Registers `DELETE /prospects/{id}`. */
export function erasingRoutes(app: FastifyInstance, erasing: Erasing): void {
  serve(app, erasingOperations.eraseProspect, (request) =>
    erasing.eraseProspect(request.owner.organization, request.params.id),
  )
}
