import type { FastifyInstance } from 'fastify'
import { serve } from '../base/http/serve.ts'
import { webhookOperations as operations } from './webhook-operations.ts'
import type { WebhookRoom } from './webhooks.ts'

/** Registers `/webhooks`: the addresses of other programs that Motif notifies. */
export function webhookRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhookRoom }): void {
  serve(app, operations.listWebhooks, async ({ owner }) => ({
    webhooks: await webhooks.list(owner.organization),
  }))

  serve(app, operations.createWebhook, async ({ owner, body }) => webhooks.create(owner.organization, body))

  serve(app, operations.deleteWebhook, async ({ owner, params }, reply) => {
    await webhooks.remove(owner.organization, params.id)
    return reply.code(204).send()
  })

  serve(app, operations.testWebhook, async ({ owner, params }, reply) => {
    const test = await webhooks.test(owner.organization, params.id)
    return reply.code(202).send(test)
  })
}
