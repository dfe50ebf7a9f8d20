import type { FastifyInstance } from 'fastify'
import { serve } from '../base/http/serve.ts'
import { Preview, type Previews } from './preview.ts'
import { previewOperations } from './preview-operations.ts'

/** The answer of a preview. */
export const previewSchemas = [Preview]

/** Registers `POST /templates/{name}/preview`. */
export function previewRoutes(app: FastifyInstance, previews: Previews): void {
  serve(app, previewOperations.previewTemplate, ({ owner, params, body, bodyText }) =>
    previews.make(owner.organization, params.name, { ...body, bodyText }),
  )
}
