import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import type { AlertRoom } from './alerts.ts'
import { alertOperations as operations } from './operations.ts'

/** Registers `/alerts`: who is told what in Slack, Teams or by mail. */
export function alertRoutes(app: FastifyInstance, { alerts }: { alerts: AlertRoom }): void {
  serve(app, operations.listAlerts, async ({ owner }) => ({ alerts: await alerts.list(owner.organization) }))

  serve(app, operations.createAlert, async (request) =>
    alerts.create(request.owner.organization, request.body, (trx, made) => request.remember(trx, made)),
  )

  serve(app, operations.getAlert, async ({ owner, params }) => alerts.get(owner.organization, params.id))

  serve(app, operations.changeAlert, async ({ owner, params, body }) =>
    alerts.change(owner.organization, params.id, body),
  )

  serve(app, operations.deleteAlert, async ({ owner, params }, reply) => {
    await alerts.remove(owner.organization, params.id)
    return reply.code(204).send()
  })

  serve(app, operations.testAlert, async (request) =>
    alerts.test(request.owner.organization, request.params.id, (trx, told) => request.remember(trx, told)),
  )

  serve(app, operations.previewAlert, async ({ owner, body }) => alerts.preview(owner.organization, body))
}
