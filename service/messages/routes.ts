import type { FastifyInstance } from 'fastify'
import type { ById } from '../base/http/by-id.ts'
import { webhookOperations as operations } from './webhook-operations.ts'
import type { WebhookBody } from './webhook-schemas.ts'
import type { WebhookRoom } from './webhooks.ts'

/** Registers `/webhooks`: the addresses of other programs that Motif notifies. */
export function webhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhookRoom }): void {
  app.get('/webhooks', operations.listWebhooks, async ({ owner }) => ({
    webhooks: await webhooks.list(owner.organization),
  }))

  app.post<{ Body: WebhookBody }>('/webhooks', operations.createWebhook, async ({ owner, body }) =>
    webhooks.create(owner.organization, body),
  )

  app.delete<ById>('/webhooks/:id', operations.deleteWebhook, async ({ owner, params }, reply) => {
    await webhooks.remove(owner.organization, params.id)
    return reply.code(204).send()
  })

  app.post<ById>('/webhooks/:id/test', operations.testWebhook, async ({ owner, params }, reply) => {
    const test = await webhooks.test(owner.organization, params.id)
    return reply.code(202).send(test)
  })
}
