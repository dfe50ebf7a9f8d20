import { Type } from '@fastify/type-provider-typebox'
import { read, remove, trigger, write } from './operation.ts'
import { WebhookBody } from './webhook-schemas.ts'

const params = { id: Type.String({ description: 'ID of the webhook to look up' }) }
const of = { tag: 'Webhook', role: 'admin' } as const

/** The operations on webhooks. */
export const webhookOperations = {
  createWebhook: write({
    ...of,
    operationId: 'createWebhook',
    summary: 'Create webhook: another program is told what happens',
    body: WebhookBody,
    answers: { description: 'Its id, and its secret, which is shown once', schema: { $ref: 'NewWebhook#' } },
    errors: [40005],
  }),
  listWebhooks: read({
    ...of,
    operationId: 'listWebhooks',
    summary: 'List webhooks with their state and latest deliveries',
    answers: { description: 'All of them', schema: { $ref: 'WebhookList#' } },
  }),
  deleteWebhook: remove({
    ...of,
    operationId: 'deleteWebhook',
    summary: 'Delete webhook, with all that it was to be told',
    params,
  }),
  testWebhook: trigger({
    ...of,
    operationId: 'testWebhook',
    summary: 'Send a webhook a test, once; it is listed among its deliveries',
    params,
    answers: { description: 'The test is on its way', schema: { $ref: 'WebhookTest#' } },
  }),
}
